// Stochastic volatility: the log variance of daily returns wanders about its level.
data { int days; vector[days] y; }
parameters { real mu; real<lower=0, upper=1> phi; real<lower=0> sigma; vector[days] h; }
model {
  mu ~ normal(0, 2);
  phi ~ beta(20, 1.5);
  sigma ~ gamma(4, 16);
  h[1] ~ normal(mu, sigma / sqrt(1 - square(phi)));
  h[2:days] ~ normal(mu + phi * (h[1:(days - 1)] - mu), sigma);
  y ~ normal(0, exp(h / 2));
}
