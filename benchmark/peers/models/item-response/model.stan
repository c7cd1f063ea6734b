// Two-parameter item response: items differ in difficulty and in how sharply they tell persons apart.
data { int persons; int items; array[persons, items] int<lower=0, upper=1> y; }
parameters { vector[persons] theta; vector<lower=0>[items] a; vector[items] b; }
model {
  theta ~ normal(0, 1);
  a ~ lognormal(0, 0.5);
  b ~ normal(0, 2);
  for (i in 1:persons) y[i] ~ bernoulli_logit(a .* (theta[i] - b));
}
