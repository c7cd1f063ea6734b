# Change point: every year enumerated, with the rates in closed form given the year.
source("make/common.R")
d <- read_data("changepoint")
before <- cumsum(d$accidents)
after <- sum(d$accidents) - before
year <- seq_len(d$years)

# Given the change, rate[k] ~ Gamma(1 + events, 0.5 + years); what is left is the weight of the year.
shape <- cbind(1 + before, 1 + after)
inverse_scale <- cbind(0.5 + year, 0.5 + d$years - year)
weight <- rowSums(lgamma(shape) - shape * log(inverse_scale))
weight <- exp(weight - log_sum_exp(weight))

mix <- function(name, mean, second) exact(name, sum(weight * mean), sum(weight * second) - sum(weight * mean)^2)
gamma_row <- function(k) {
  mix(paste0("rate[", k, "]"), shape[, k] / inverse_scale[, k], shape[, k] * (shape[, k] + 1) / inverse_scale[, k]^2)
}
# Given the year the rates are independent.
mean <- shape / inverse_scale
variance <- shape / inverse_scale^2
fall <- mix("fall", mean[, 1] - mean[, 2], (mean[, 1] - mean[, 2])^2 + variance[, 1] + variance[, 2])
write_truth("changepoint", "enumeration of the year of change, rates in closed form (exact)",
            rbind(mix("change", year, year^2), gamma_row(1), gamma_row(2)), fall)
