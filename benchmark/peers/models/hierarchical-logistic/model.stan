// Logistic regression with an intercept for each group.
data { int n; int K; int groups; matrix[n, K] X; array[n] int<lower=0, upper=1> y; array[n] int group; }
parameters { real mu; real<lower=0> tau; vector[K] beta; vector[groups] a; }
model {
  mu ~ normal(0, 2);
  tau ~ exponential(1);
  beta ~ normal(0, 2);
  a ~ normal(mu, tau);
  y ~ bernoulli_logit(a[group] + X * beta);
}
