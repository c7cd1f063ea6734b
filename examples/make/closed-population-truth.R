# Closed population: the population's size enumerated, everything else in closed form given it.
source("make/common.R")
d <- read_data("closed-population")
N <- d$seen:d$M
times <- colSums(d$caught)

# Given N: p[t] ~ Beta(1 + times, 1 + N - times), psi ~ Beta(1 + N, 1 + M - N).
weight <- lchoose(d$M - d$seen, N - d$seen) + lbeta(1 + N, 1 + d$M - N) +
  rowSums(sapply(times, function(n) lbeta(1 + n, 1 + N - n)))
weight <- exp(weight - log_sum_exp(weight))

mix <- function(name, mean, second) exact(name, sum(weight * mean), sum(weight * second) - sum(weight * mean)^2)
beta_row <- function(name, a, b) mix(name, a / (a + b), a * (a + 1) / ((a + b) * (a + b + 1)))
size <- mix("N", N, N^2)
unseen <- (size$mean - d$seen) / (d$M - d$seen)
hidden <- d$seen + c(1:4, d$M - d$seen)
write_truth("closed-population", "enumeration of the population's size, the rest in closed form (exact)",
            rbind(beta_row("psi", 1 + N, 1 + d$M - N),
                  do.call(rbind, lapply(1:d$occasions, function(t) {
                    beta_row(paste0("p[", t, "]"), 1 + times[t], 1 + N - times[t])
                  })),
                  exact_indicator(paste0("member[", c(1, hidden), "]"), c(1, rep(unseen, 5)))), size)
