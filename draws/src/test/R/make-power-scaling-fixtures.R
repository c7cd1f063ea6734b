# Writes power-scaling.json: draws, log densities of a prior and of a likelihood, and how sensitive the draws are to the power
# of each. Run from the folder of this file:
#   Rscript make-power-scaling-fixtures.R
# It needs the packages loo (2.5.1 wrote what is there), posterior (1.4.0) and jsonlite. What is computed is written out here
# from its definition; the tail of the weights is fitted by loo, its length found from posterior's effective size.
suppressPackageStartupMessages({
  library(loo)
  library(posterior)
  library(jsonlite)
})
set.seed(7)

# Weights for a power of a density, their largest ones smoothed.
weights.of <- function(log.density, power) {
  ratios <- (power - 1) * log.density # a row for each draw, a column for each chain
  n <- length(ratios)
  tail.length <- if (n > 225) ceiling(3 * sqrt(n / (ess_tail(ratios) / n))) else n %/% 5
  ratios <- as.numeric(ratios) - max(ratios)
  largest <- order(ratios)[(n - tail.length + 1):n]
  cutoff <- exp(sort(ratios)[n - tail.length])
  fit <- gpdfit(exp(ratios[largest]) - cutoff, sort_x = FALSE)
  p <- (seq_len(tail.length) - 0.5) / tail.length
  ratios[largest] <- pmin(log(fit$sigma * expm1(-fit$k * log1p(-p)) / fit$k + cutoff), 0)
  list(weights = exp(ratios) / sum(exp(ratios)), k = fit$k)
}

# The cumulative Jensen-Shannon distance between draws with equal weights and with others.
one.sided <- function(x, w) {
  o <- order(x)
  n <- length(x)
  gap <- diff(x[o])
  P <- (seq_len(n) / n)[-n]
  Q <- cumsum(w[o])[-n]
  M <- (P + Q) / 2
  sqrt(sum(gap * (P * log2(P / M) + Q * log2(Q / M))) / sum(gap * (P + Q)))
}

distance <- function(x, w) max(one.sided(x, w), one.sided(-x, w))

sensitivity <- function(x, log.density) {
  upper <- weights.of(log.density, 1.01)
  lower <- weights.of(log.density, 0.99)
  (distance(as.numeric(x), upper$weights) / log2(1.01) - distance(as.numeric(x), lower$weights) / log2(0.99)) / 2
}

shape <- function(log.density) max(weights.of(log.density, 1.01)$k, weights.of(log.density, 0.99)$k)

# A normal mean and the logarithm of a scale, from autocorrelated chains.
walk <- function(draws, centre, spread, correlation) {
  steps <- rnorm(draws, 0, spread * sqrt(1 - correlation^2))
  centre + as.numeric(stats::filter(steps, correlation, "recursive", init = rnorm(1, 0, spread)))
}

case <- function(name, draws, chains, prior.mean) {
  y <- c(8.1, 9.7, 10.4, 10.9, 12.3)
  mu <- signif(sapply(1:chains, function(chain) walk(draws, 10, 0.7, 0.5)), 15)
  log.sigma <- signif(sapply(1:chains, function(chain) walk(draws, 0.4, 0.3, 0.2)), 15)
  prior <- signif(dnorm(mu, prior.mean, 1, log = TRUE) + dnorm(log.sigma, 0, 1, log = TRUE), 15)
  likelihood <- mu * 0
  for (value in y) likelihood <- likelihood + dnorm(value, mu, exp(log.sigma), log = TRUE)
  likelihood <- signif(likelihood, 15)
  above <- 1 * (mu > 10) # with ties
  columns <- function(m) lapply(seq_len(ncol(m)), function(chain) m[, chain])
  quantities <- list(mu, log.sigma, above)
  list(
    name = unbox(name),
    prior = columns(prior),
    likelihood = columns(likelihood),
    quantities = lapply(quantities, columns),
    sensitivityToPrior = sapply(quantities, sensitivity, prior),
    sensitivityToLikelihood = sapply(quantities, sensitivity, likelihood),
    priorShape = unbox(shape(prior)),
    likelihoodShape = unbox(shape(likelihood))
  )
}

write_json(
  list(
    case("agreement", 150, 2, 10),
    case("conflict", 100, 4, 2),
    case("few draws", 50, 2, 8)
  ),
  "../resources/dev/tandem/draws/power-scaling.json",
  digits = NA,
  auto_unbox = FALSE
)
