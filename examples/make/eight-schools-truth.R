# Eight schools: theta and mu are normal given tau, and tau is integrated by quadrature over its logarithm.
source("make/common.R")
d <- read_data("eight-schools")

# Given tau: y[j] ~ N(mu, sigma[j]^2 + tau^2), mu ~ N(0, 10^2).
given_tau <- function(tau) {
  total <- outer(tau^2, d$sigma^2, "+")
  precision <- 1 / 100 + rowSums(1 / total)
  centre <- rowSums(sweep(1 / total, 2, d$y, "*")) / precision
  log_marginal <- rowSums(-0.5 * log(total) - 0.5 * sweep(1 / total, 2, d$y^2, "*")) -
    0.5 * log(precision) + 0.5 * precision * centre^2
  list(mean = centre, variance = 1 / precision, log_marginal = log_marginal)
}

log_density <- function(u) {
  tau <- exp(u[, 1])
  given_tau(tau)$log_marginal + dt(tau / 5, 1, log = TRUE) + u[, 1]
}

moments <- function(u) {
  tau <- exp(u[, 1])
  mu <- given_tau(tau)
  pull <- outer(tau^2, d$sigma^2, function(a, b) a / (a + b))   # weight of the school's own estimate
  theta_mean <- sweep(pull, 2, d$y, "*") + (1 - pull) * mu$mean
  theta_variance <- sweep(pull, 2, d$sigma^2, "*") + (1 - pull)^2 * mu$variance
  colnames(theta_mean) <- paste0("theta[", 1:d$J, "]")
  together(certain(cbind(tau = tau)), list(mean = cbind(mu = mu$mean), variance = cbind(mu$variance)),
           list(mean = theta_mean, variance = theta_variance))
}

rows <- quadrature(log_density, 1, moments, step = 0.02, depth = 45)
write_truth("eight-schools", "theta and mu in closed form given tau; tau by quadrature (exact)", rows)
