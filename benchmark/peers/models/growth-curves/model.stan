// Growth curves with vague gamma precisions, the classic form of many BUGS files.
data { int animals; int weeks; vector[weeks] x; matrix[animals, weeks] y; }
transformed data { vector[weeks] centred = x - mean(x); }
parameters {
  vector[animals] alpha; vector[animals] beta; real alpha_c; real beta_c;
  real<lower=0> tau_c; real<lower=0> alpha_tau; real<lower=0> beta_tau;
}
model {
  tau_c ~ gamma(0.001, 0.001);
  alpha_c ~ normal(0, 1000);
  alpha_tau ~ gamma(0.001, 0.001);
  beta_c ~ normal(0, 1000);
  beta_tau ~ gamma(0.001, 0.001);
  alpha ~ normal(alpha_c, inv_sqrt(alpha_tau));
  beta ~ normal(beta_c, inv_sqrt(beta_tau));
  for (i in 1:animals) y[i] ~ normal(alpha[i] + beta[i] * centred, inv_sqrt(tau_c));
}
