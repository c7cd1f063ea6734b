# N-mixture: N[i] summed from its largest count to 250, the four coefficients integrated by quadrature.
source("make/common.R")
d <- read_data("nmixture")
most <- apply(d$y, 1, max)
bound <- 250

# For each site: over[[i]] the values of N, and what of log P(N, y) does not depend on the coefficients.
over <- lapply(most, function(m) m:bound)
fixed <- lapply(1:d$sites, function(i) {
  -lfactorial(over[[i]]) + rowSums(sapply(1:d$visits, function(j) lchoose(over[[i]], d$y[i, j])))
})

# The rest is linear in N: N * slope + constant, one point to a row and one site to a column.
linear <- function(theta) {
  log_lambda <- theta[, 1] + outer(theta[, 2], d$habitat)
  slope <- log_lambda
  constant <- -exp(log_lambda)
  for (j in 1:d$visits) {
    eta <- theta[, 3] + outer(theta[, 4], d$hour[, j])
    slope <- slope + plogis(-eta, log.p = TRUE)
    constant <- constant + sweep(eta, 2, d$y[, j], "*")
  }
  list(slope = slope, constant = constant)
}

log_density <- function(theta) {
  l <- linear(theta)
  total <- dnorm(theta[, 1], 1, sqrt(2), log = TRUE) + rowSums(dnorm(theta[, -1, drop = FALSE], 0, sqrt(2), log = TRUE))
  for (i in 1:d$sites) {
    total <- total + l$constant[, i] + row_log_sum_exp(sweep(outer(l$slope[, i], over[[i]]), 2, fixed[[i]], "+"))
  }
  total
}

moments <- function(theta) {
  colnames(theta) <- c("alpha0", "alpha1", "beta0", "beta1")
  l <- linear(theta)
  first <- second <- matrix(0, nrow(theta), d$sites, dimnames = list(NULL, paste0("N[", 1:d$sites, "]")))
  for (i in 1:d$sites) {
    mass <- sweep(outer(l$slope[, i], over[[i]]), 2, fixed[[i]], "+")
    mass <- exp(mass - row_log_sum_exp(mass))
    first[, i] <- mass %*% over[[i]]
    second[, i] <- mass %*% over[[i]]^2
  }
  variance <- second - first^2
  total <- list(mean = cbind(total = rowSums(first)), variance = cbind(rowSums(variance)))
  together(certain(theta), list(mean = first, variance = variance), total)
}

rows <- quadrature(log_density, c(1, 0, 0, 0), moments, step = 0.8, depth = 22)
write_truth("nmixture", "N summed out by hand up to 250; the four coefficients by quadrature on a lattice (exact)",
            rows[rows$name != "total", ], pick(rows, "total"))
