// Linear regression with eight correlated predictors.
data { int n; int K; matrix[n, K] X; vector[n] y; }
parameters { real alpha; vector[K] beta; real<lower=0> sigma; }
model {
  alpha ~ normal(0, 10);
  beta ~ normal(0, 2);
  sigma ~ exponential(1);
  y ~ normal(alpha + X * beta, sigma);
}
