# N is summed out by the forward algorithm up to 80; the four parameters by importance sampling from Student's t.
source("make/common.R")
d <- read_data("dail-madsen")
bound <- 80; values <- 0:bound

# The log posterior of log(lambda), logit(omega), log(gamma), logit(p), with mean and variance of the last year's total.
evaluate <- function(u) {
  lambda <- exp(u[1]); omega <- plogis(u[2]); gamma <- exp(u[3]); p <- plogis(u[4])
  stay <- outer(values, values, function(n, s) dbinom(s, n, omega))
  arrive <- outer(values, values, function(s, m) dpois(m - s, gamma))
  step <- stay %*% arrive
  likelihood <- function(t) {
    both <- matrix(1, d$sites, bound + 1)
    for (j in 1:d$visits) both <- both * outer(d$y[, t, j], values, function(y, n) dbinom(y, n, p))
    both
  }
  forward <- likelihood(1) * rep(dpois(values, lambda), each = d$sites)
  total <- 0
  for (t in 2:d$years) {
    scale <- rowSums(forward)
    total <- total + sum(log(scale))
    forward <- ((forward / scale) %*% step) * likelihood(t)
  }
  scale <- rowSums(forward)
  forward <- forward / scale
  mean <- as.vector(forward %*% values)
  prior <- dgamma(lambda, 1, 0.1, log = TRUE) + dgamma(gamma, 1, 0.2, log = TRUE)
  jacobian <- u[1] + u[3] + log(omega * (1 - omega)) + log(p * (1 - p))
  list(log = total + sum(log(scale)) + prior + jacobian, mean = sum(mean),
       variance = sum(as.vector(forward %*% values^2) - mean^2))
}

best <- optim(c(log(5), 0.8, log(1.5), 0.4), function(u) -evaluate(u)$log, hessian = TRUE,
              control = list(maxit = 2000, reltol = 1e-10))
root <- chol(solve(best$hessian) * 1.2)
set.seed(132)
draws <- 12000; df <- 6
z <- matrix(rnorm(4 * draws), draws) / sqrt(rchisq(draws, df) / df)
u <- sweep(z %*% root, 2, best$par, "+")
found <- lapply(seq_len(draws), function(i) evaluate(u[i, ]))
log_weight <- sapply(found, `[[`, "log") + (df + 4) / 2 * log1p(rowSums(z^2) / df)
weight <- exp(log_weight - max(log_weight)); weight <- weight / sum(weight)
cat("effective draws", 1 / sum(weight^2), "\n")

estimate <- function(name, x, within = 0) {
  mean <- sum(weight * x)
  square <- (x - mean)^2 + within
  variance <- sum(weight * square)
  data.frame(name = name, mean = mean, mcse_mean = sqrt(sum(weight^2 * (x - mean)^2)), sd = sqrt(variance),
             mcse_sd = sqrt(sum(weight^2 * (square - variance)^2)) / (2 * sqrt(variance)))
}
quantities <- rbind(estimate("lambda", exp(u[, 1])), estimate("omega", plogis(u[, 2])),
                    estimate("gamma", exp(u[, 3])), estimate("p", plogis(u[, 4])))
write_truth("dail-madsen", "N summed out by the forward algorithm up to 80; the four parameters by importance sampling",
            quantities, estimate("last", sapply(found, `[[`, "mean"), sapply(found, `[[`, "variance")))
