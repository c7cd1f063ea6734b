# Survival: censored times integrated out by the survivor function, three parameters by quadrature.
source("make/common.R")
d <- read_data("survival")
known <- d$cut == 0
when <- ifelse(known, d$time, d$limit)

# A point: log shape, beta0, beta1.
log_density <- function(theta) {
  shape <- exp(theta[, 1])
  log_lambda <- theta[, 2] + outer(theta[, 3], d$treated)
  hazard <- log_lambda + log(shape) + outer(shape - 1, log(when))
  rowSums(hazard[, known, drop = FALSE]) - rowSums(exp(log_lambda + outer(shape, log(when)))) +
    dgamma(shape, 4, 3, log = TRUE) + theta[, 1] + rowSums(dnorm(theta[, 2:3, drop = FALSE], 0, sqrt(10), log = TRUE))
}

# E(t^r | t > c) for a Weibull: lambda^(-r/shape) * Gamma(1 + r/shape, lambda c^shape) * exp(lambda c^shape).
beyond <- function(r, shape, lambda, c) {
  h <- lambda * c^shape
  exp(-r / shape * log(lambda) + lgamma(1 + r / shape) + pgamma(h, 1 + r / shape, lower.tail = FALSE, log.p = TRUE) + h)
}

censored <- which(!known)
moments <- function(theta) {
  shape <- exp(theta[, 1])
  values <- cbind(shape = shape, beta0 = theta[, 2], beta1 = theta[, 3],
                  median.untreated = (log(2) * exp(-theta[, 2]))^(1 / shape),
                  median.treated = (log(2) * exp(-theta[, 2] - theta[, 3]))^(1 / shape))
  first <- second <- matrix(0, nrow(theta), length(censored), dimnames = list(NULL, paste0("time[", censored, "]")))
  for (m in seq_along(censored)) {
    i <- censored[m]
    lambda <- exp(theta[, 2] + theta[, 3] * d$treated[i])
    first[, m] <- beyond(1, shape, lambda, d$limit[i])
    second[, m] <- beyond(2, shape, lambda, d$limit[i])
  }
  together(certain(values), list(mean = first, variance = second - first^2))
}

rows <- quadrature(log_density, c(0, 0, 0), moments, step = 0.5, depth = 30)
medians <- c("median.untreated", "median.treated")
write_truth("survival", "censored times by the survivor function; three parameters by quadrature on a lattice (exact)",
            rows[!rows$name %in% medians, ], pick(rows, medians))
