# Regression: the coefficients are normal given tau, and tau is integrated by quadrature over its logarithm.
source("make/common.R")
d <- read_data("regression")
known <- !is.na(d$y)
A <- cbind(1, d$X)
XX <- crossprod(A[known, ]); Xy <- crossprod(A[known, ], d$y[known]); yy <- sum(d$y[known]^2)

given_tau <- function(tau) {
  precision <- 0.04 * diag(4) + tau * XX
  variance <- solve(precision)
  centre <- drop(variance %*% (tau * Xy))
  log_marginal <- 0.5 * sum(known) * log(tau) - 0.5 * tau * yy -
    0.5 * determinant(precision)$modulus + 0.5 * sum(centre * (precision %*% centre))
  list(mean = centre, variance = variance, log_marginal = as.numeric(log_marginal))
}

log_density <- function(u) {
  vapply(exp(u[, 1]), function(tau) given_tau(tau)$log_marginal, 0) + dgamma(exp(u[, 1]), 2, 2, log = TRUE) + u[, 1]
}

moments <- function(u) {
  tau <- exp(u[, 1])
  missing <- which(!known)
  one <- function(tau) {
    g <- given_tau(tau)
    c(g$mean, A[missing, ] %*% g$mean, diag(g$variance), diag(A[missing, ] %*% g$variance %*% t(A[missing, ])) + 1 / tau)
  }
  table <- t(vapply(tau, one, numeric(8 + 2 * length(missing))))
  half <- ncol(table) / 2
  conditional <- list(mean = table[, 1:half, drop = FALSE], variance = table[, half + 1:half, drop = FALSE])
  colnames(conditional$mean) <- c(paste0("beta[", 1:4, "]"), paste0("y[", missing, "]"))
  together(conditional, certain(cbind(tau = tau, sigma = 1 / sqrt(tau))))
}

rows <- quadrature(log_density, 0, moments, step = 0.1, depth = 40)
write_truth("regression", "coefficients and missing responses in closed form given tau; tau by quadrature (exact)",
            rows[rows$name != "sigma", ], pick(rows, "sigma"))
