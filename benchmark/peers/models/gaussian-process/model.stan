// A Gaussian process of 50 noisy points, its curve summed out.
data { int n; array[n] real x; vector[n] y; }
parameters { real<lower=0> amplitude; real<lower=0> range; real<lower=0> sigma; }
model {
  matrix[n, n] K = gp_exp_quad_cov(x, amplitude, range);
  for (i in 1:n) K[i, i] = K[i, i] + square(sigma);
  amplitude ~ gamma(2, 1);
  range ~ gamma(4, 4);
  sigma ~ gamma(2, 4);
  y ~ multi_normal_cholesky(rep_vector(0, n), cholesky_decompose(K));
}
