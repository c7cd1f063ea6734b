# Hidden Markov model: states summed out by the forward algorithm, five parameters integrated by quadrature.
source("make/common.R")
d <- read_data("hmm")

# A point: logit P[1,1], logit P[2,2], mu[1], log(mu[2] - mu[1]), log tau.
natural <- function(theta) {
  list(stay = plogis(theta[, 1:2, drop = FALSE]), mu = cbind(theta[, 3], theta[, 3] + exp(theta[, 4])),
       tau = exp(theta[, 5]))
}
emission <- function(p, t) sqrt(p$tau) * exp(-0.5 * p$tau * (d$x[t] - p$mu)^2)
onward <- function(p, a) {
  cbind(a[, 1] * p$stay[, 1] + a[, 2] * (1 - p$stay[, 2]), a[, 1] * (1 - p$stay[, 1]) + a[, 2] * p$stay[, 2])
}

# Filtered probabilities of the states at each time, and the log likelihood.
forward <- function(p) {
  filtered <- list()
  log_likelihood <- 0
  for (t in 1:d$steps) {
    joint <- (if (t == 1) 0.5 else onward(p, filtered[[t - 1]])) * emission(p, t)
    total <- rowSums(joint)
    log_likelihood <- log_likelihood + log(total)
    filtered[[t]] <- joint / total
  }
  list(filtered = filtered, log_likelihood = log_likelihood)
}

log_density <- function(theta) {
  p <- natural(theta)
  forward(p)$log_likelihood +
    dbeta(p$stay[, 1], d$stay[1, 1], d$stay[1, 2], log = TRUE) + log(p$stay[, 1]) + log(1 - p$stay[, 1]) +
    dbeta(p$stay[, 2], d$stay[2, 2], d$stay[2, 1], log = TRUE) + log(p$stay[, 2]) + log(1 - p$stay[, 2]) +
    dnorm(p$mu[, 1], 0, 1, log = TRUE) +
    dnorm(p$mu[, 2], 2, 1, log = TRUE) - pnorm(p$mu[, 1], 2, 1, lower.tail = FALSE, log.p = TRUE) + theta[, 4] +
    dgamma(p$tau, 2, 1, log = TRUE) + theta[, 5]
}

shown <- seq(1, d$steps, by = 9)
moments <- function(theta) {
  p <- natural(theta)
  f <- forward(p)$filtered
  smooth <- matrix(0, nrow(theta), d$steps)                       # P(state[t] = 2 | everything)
  smooth[, d$steps] <- f[[d$steps]][, 2]
  for (t in (d$steps - 1):1) {
    ahead <- onward(p, f[[t]])
    back <- cbind((1 - smooth[, t + 1]) / ahead[, 1], smooth[, t + 1] / ahead[, 2])
    smooth[, t] <- f[[t]][, 2] * (back[, 1] * (1 - p$stay[, 2]) + back[, 2] * p$stay[, 2])
  }
  states <- indicators(smooth[, shown])
  states$mean <- states$mean + 1
  colnames(states$mean) <- paste0("state[", shown, "]")
  values <- cbind("P[1,1]" = p$stay[, 1], "P[1,2]" = 1 - p$stay[, 1], "P[2,1]" = 1 - p$stay[, 2],
                  "P[2,2]" = p$stay[, 2], "mu[1]" = p$mu[, 1], "mu[2]" = p$mu[, 2], tau = p$tau)
  together(certain(values), states)
}

rows <- quadrature(log_density, c(1.5, 1.5, 0, 0.7, 0), moments, step = 0.9, depth = 20)
write_truth("hmm", "states summed out by the forward algorithm; five parameters by quadrature on a lattice (exact)", rows)
