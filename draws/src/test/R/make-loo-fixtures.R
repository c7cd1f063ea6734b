# Writes loo.json: log likelihoods, and what R's loo finds for them. Run from the folder of this file:
#   Rscript make-loo-fixtures.R
# It needs the packages loo (2.5.1 wrote what is there) and jsonlite.
suppressPackageStartupMessages({
  library(loo)
  library(jsonlite)
})
set.seed(20)

# Draws of a regression, from autocorrelated chains, so that effective sizes differ from the number of draws.
chains <- 4
draws <- 150
units <- 9
x <- seq(-1, 1, length.out = units)
y <- 0.5 + x + rnorm(units)
y[5] <- 4 # an outlier, so that one shape is bad

walk <- function(centre, spread, correlation) {
  steps <- rnorm(draws, 0, spread * sqrt(1 - correlation^2))
  centre + as.numeric(stats::filter(steps, correlation, "recursive", init = rnorm(1, 0, spread)))
}

log.lik <- function(intercept, slope.centre, slope.spread) {
  array.of <- array(NA, c(draws, chains, units))
  for (chain in 1:chains) {
    alpha <- walk(intercept, 0.25, 0.7)
    beta <- walk(slope.centre, slope.spread, 0.3)
    sigma <- exp(walk(0.4, 0.2, -0.2))
    for (i in 1:units) {
      array.of[, chain, i] <- dnorm(y[i], alpha + beta * x[i], sigma, log = TRUE)
    }
  }
  # Digits that a text file keeps.
  signif(array.of, 15)
}

report <- function(ll) {
  r.eff <- relative_eff(exp(ll))
  found <- suppressWarnings(loo(ll, r_eff = r.eff))
  criterion <- suppressWarnings(waic(ll))
  list(
    # A list for each unit, in it one for each chain.
    logLikelihoods = lapply(1:units, function(i) lapply(1:chains, function(chain) ll[, chain, i])),
    elpd = found$pointwise[, "elpd_loo"],
    error = found$pointwise[, "mcse_elpd_loo"],
    p = found$pointwise[, "p_loo"],
    shape = found$diagnostics$pareto_k,
    effectiveSize = found$diagnostics$n_eff,
    estimates = found$estimates,
    waic = criterion$estimates
  )
}

models <- list(log.lik(0.5, 1, 0.3), log.lik(1.5, 0, 0.1), log.lik(1, -0.5, 0.3))
fits <- lapply(models, function(ll) suppressWarnings(loo(ll, r_eff = relative_eff(exp(ll)))))
elpd <- sapply(fits, function(fit) fit$pointwise[, "elpd_loo"])
compared <- unclass(loo_compare(fits))
averaging <- rowMeans(replicate(50, as.numeric(pseudobma_weights(elpd))))
write_json(
  list(
    models = lapply(models, report),
    # From the best to the worst, with their differences to the best.
    order = as.integer(sub("model", "", rownames(compared))),
    difference = compared[, "elpd_diff"],
    differenceError = compared[, "se_diff"],
    stacking = as.numeric(stacking_weights(elpd, optim_control = list(reltol = 1e-14))),
    averaging = averaging
  ),
  "../resources/dev/tandem/draws/loo.json",
  digits = NA,
  auto_unbox = FALSE
)
