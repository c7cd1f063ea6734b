# Writes moment-matching.json: draws of a regression with an outlier, and what R's loo_moment_match finds for it. Run from the
# folder of this file:
#   Rscript make-moment-matching-fixtures.R
# It needs the packages loo (2.5.1 wrote what is there) and jsonlite.
suppressPackageStartupMessages({
  library(loo)
  library(jsonlite)
})
set.seed(31)

# Flat priors on intercept and slope, dnorm(0, 0.25) on the log standard deviation; draws by a plain random walk that begins at the mode.
x <- c(-1, -0.6, -0.2, 0.2, 0.6, 1)
y <- c(0.1, 0.4, -0.2, 0.3, 0.5, 5)
log.lik <- function(upars, i) dnorm(y[i], upars[, 1] + upars[, 2] * x[i], exp(upars[, 3]), log = TRUE)
log.prob <- function(upars) {
  rowSums(matrix(sapply(seq_along(y), function(i) log.lik(upars, i)), nrow(upars))) - 8 * upars[, 3]^2
}
one <- function(at) log.prob(matrix(at, 1))
mode <- optim(c(0, 0, 0), function(at) -one(at), hessian = TRUE)
root <- t(chol(solve(mode$hessian)))
chains <- 2
draws <- 400
upars <- do.call(rbind, lapply(1:chains, function(chain) {
  at <- mode$par
  walk <- matrix(NA, draws, 3)
  for (s in 1:(draws * 10)) {
    to <- at + 1.2 * as.numeric(root %*% rnorm(3))
    if (log(runif(1)) < one(to) - one(at)) at <- to
    if (s %% 10 == 0) walk[s / 10, ] <- at
  }
  walk
}))

logs <- function(upars, i) matrix(log.lik(upars, i), draws, chains)
all <- array(sapply(seq_along(y), function(i) logs(upars, i)), c(draws, chains, length(y)))
weighted <- suppressWarnings(loo(all, r_eff = relative_eff(exp(all))))
matched <- suppressWarnings(loo_moment_match(
  x = NULL, loo = weighted, k_threshold = 0.7,
  post_draws = function(x, ...) upars,
  log_lik_i = function(x, i, ...) logs(upars, i),
  unconstrain_pars = function(x, pars, ...) pars,
  log_prob_upars = function(x, upars, ...) log.prob(upars),
  log_lik_i_upars = function(x, upars, i, ...) log.lik(upars, i)
))
print(cbind(weighted$diagnostics$pareto_k, matched$diagnostics$pareto_k, weighted$pointwise[, 1], matched$pointwise[, 1]))
write_json(
  list(
    x = x, y = y, chains = chains, positions = upars,
    weightedShape = weighted$diagnostics$pareto_k,
    shape = matched$diagnostics$pareto_k,
    expectation = as.numeric(matched$pointwise[, "elpd_loo"])
  ),
  "../resources/dev/tandem/draws/moment-matching.json",
  digits = NA
)
