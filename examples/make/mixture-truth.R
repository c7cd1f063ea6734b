# Mixture: allocations summed out by hand, weights, means and precision integrated by quadrature.
source("make/common.R")
d <- read_data("mixture")

# A point: log(w1/w3), log(w2/w3), mu[1:3], log tau.
natural <- function(theta) {
  odds <- cbind(exp(theta[, 1]), exp(theta[, 2]), 1)
  list(w = odds / rowSums(odds), mu = theta[, 3:5, drop = FALSE], tau = exp(theta[, 6]))
}

# Density of y[i] in component k at each point.
component <- function(p, k) p$w[, k] * sqrt(p$tau) * exp(-0.5 * p$tau * outer(p$mu[, k], d$y, "-")^2)

log_density <- function(theta) {
  p <- natural(theta)
  prior <- rowSums(sweep(log(p$w), 2, d$alpha, "*")) +          # Dirichlet with the Jacobian of the log odds
    rowSums(-0.5 * sweep(p$mu, 2, d$centre)^2) + 4 * log(p$tau) - 4 * p$tau
  prior + rowSums(log(component(p, 1) + component(p, 2) + component(p, 3)))
}

shown <- c(order(abs(d$y + 1.2))[1:5], order(abs(d$y - 2.2))[1:5])
moments <- function(theta) {
  p <- natural(theta)
  values <- cbind(p$w, p$mu, p$tau, 1 / sqrt(p$tau))
  colnames(values) <- c(paste0("w[", 1:3, "]"), paste0("mu[", 1:3, "]"), "tau", "sigma")
  mass <- lapply(1:3, function(k) component(p, k)[, shown])
  all <- mass[[1]] + mass[[2]] + mass[[3]]
  first <- (mass[[1]] + 2 * mass[[2]] + 3 * mass[[3]]) / all
  second <- (mass[[1]] + 4 * mass[[2]] + 9 * mass[[3]]) / all
  colnames(first) <- paste0("z[", shown, "]")
  together(certain(values), list(mean = first, variance = second - first^2))
}

rows <- quadrature(log_density, c(0, 0, d$centre, 0), moments, step = 1.1, depth = 18)
write_truth("mixture", "allocations summed out by hand; weights, means and precision by quadrature on a lattice (exact)",
            rows[rows$name != "sigma", ], pick(rows, "sigma"))
