# Trees in plots in regions: effects in closed form given the scales and the slope, those four by quadrature.
source("make/common.R")
d <- read_data("ragged")
plots <- length(d$region); regions <- max(d$region)
# Columns: mu, a[1:regions], b[1:plots].
A <- cbind(1, outer(d$region[d$plot], 1:regions, "=="), outer(d$plot, 1:plots, "==")) * 1
AA <- crossprod(A)
response <- log(d$mass); x <- log(d$girth)
Ay <- crossprod(A, response); Ax <- crossprod(A, x)
average <- t(sapply(1:plots, function(k) colMeans(A[d$start[k]:(d$start[k + 1] - 1), , drop = FALSE])))
average_x <- sapply(1:plots, function(k) mean(x[d$start[k]:(d$start[k + 1] - 1)]))

# A point: log sigma[1:3], logit of (slope - 1) / 2.
natural <- function(theta) list(sigma = exp(theta[1:3]), slope = 1 + 2 * plogis(theta[4]))
given <- function(theta) {
  p <- natural(theta)
  tau <- p$sigma^-2
  prior <- c(0.1, rep(tau[3], regions), rep(tau[2], plots))
  root <- chol(diag(prior) + tau[1] * AA)
  right <- tau[1] * (Ay - p$slope * Ax)
  half <- backsolve(root, right, transpose = TRUE)
  log_marginal <- 0.5 * sum(log(prior)) - sum(log(diag(root))) + 0.5 * d$trees * log(tau[1]) -
    0.5 * tau[1] * sum((response - p$slope * x)^2) + 0.5 * sum(half^2)
  list(root = root, half = half, log_marginal = log_marginal, sigma = p$sigma, slope = p$slope)
}

log_density <- function(theta) {
  apply(theta, 1, function(row) {
    g <- given(row)
    g$log_marginal + sum(dt(2 * g$sigma, 3, log = TRUE)) + sum(row[1:3]) +
      dnorm(g$slope, 2, 0.5, log = TRUE) + log(plogis(row[4])) + log(plogis(-row[4]))
  })
}

names <- c("mu", paste0("a[", 1:regions, "]"), paste0("b[", 1:plots, "]"), paste0("average[", 1:plots, "]"))
moments <- function(theta) {
  table <- t(apply(theta, 1, function(row) {
    g <- given(row)
    centre <- backsolve(g$root, g$half)
    variance <- chol2inv(g$root)
    c(centre, average %*% centre + g$slope * average_x, diag(variance), rowSums((average %*% variance) * average),
      g$sigma, g$slope)
  }))
  half <- length(names)
  effects <- list(mean = table[, 1:half, drop = FALSE], variance = table[, half + 1:half, drop = FALSE])
  colnames(effects$mean) <- names
  values <- table[, 2 * half + 1:4, drop = FALSE]
  colnames(values) <- c("sigma[1]", "sigma[2]", "sigma[3]", "slope")
  together(certain(values), effects)
}

rows <- quadrature(log_density, c(-0.7, -1, -1, 0.3), moments, step = 0.8, depth = 18)
derived <- grep("^average", rows$name)
write_truth("ragged", "effects in closed form given the scales and the slope; those four by quadrature on a lattice (exact)",
            rows[-derived, ], rows[derived, ])
