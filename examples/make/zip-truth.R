# Zero-inflated Poisson: suitability summed out by hand, omega and beta integrated by quadrature.
source("make/common.R")
d <- read_data("zip")
zero <- d$plants == 0

# A point: logit omega, beta[1], beta[2].
log_density <- function(theta) {
  omega <- plogis(theta[, 1])
  log_lambda <- theta[, 2] + outer(theta[, 3], d$moisture)
  poisson <- sweep(log_lambda, 2, d$plants, "*") - exp(log_lambda)
  terms <- log(omega) + poisson
  terms[, zero] <- log(1 - omega + omega * exp(poisson[, zero]))
  rowSums(terms) + log(omega) + log(1 - omega) +                 # flat on omega, seen on the logit
    rowSums(dnorm(theta[, 2:3, drop = FALSE], 0, sqrt(10), log = TRUE))
}

shown <- c(which(zero)[1:10], which(!zero)[1])
moments <- function(theta) {
  omega <- plogis(theta[, 1])
  values <- cbind(omega = omega, "beta[1]" = theta[, 2], "beta[2]" = theta[, 3])
  nothing <- exp(-exp(theta[, 2] + outer(theta[, 3], d$moisture[shown])))
  suitable <- omega * nothing / (1 - omega + omega * nothing)
  suitable[, !zero[shown]] <- 1
  colnames(suitable) <- paste0("suitable[", shown, "]")
  together(certain(values), indicators(suitable))
}

rows <- quadrature(log_density, c(0, 0, 0), moments, step = 0.5)
write_truth("zip", "suitability summed out by hand; omega and beta by quadrature on a lattice (exact)", rows)
