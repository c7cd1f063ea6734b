# Occupancy: z summed out by hand, the four coefficients integrated by quadrature.
source("make/common.R")
d <- read_data("occupancy")
seen <- rowSums(d$y) > 0

# log P(y[i,] | z[i] = 1) and logit psi[i], one point to a row.
pieces <- function(theta) {
  logit_psi <- theta[, 1] + outer(theta[, 2], d$forest)
  given_occupied <- 0
  for (j in 1:d$visits) {
    eta <- theta[, 3] + outer(theta[, 4], d$wind[, j])
    given_occupied <- given_occupied + plogis(sweep(eta, 2, 2 * d$y[, j] - 1, "*"), log.p = TRUE)
  }
  list(occupied = plogis(logit_psi, log.p = TRUE) + given_occupied, empty = plogis(-logit_psi, log.p = TRUE))
}

log_density <- function(theta) {
  s <- pieces(theta)
  site <- s$occupied
  site[, !seen] <- log(exp(s$occupied[, !seen]) + exp(s$empty[, !seen]))
  rowSums(site) + rowSums(dnorm(theta, 0, 2, log = TRUE))
}

moments <- function(theta) {
  colnames(theta) <- c("alpha0", "alpha1", "beta0", "beta1")
  s <- pieces(theta)
  z <- plogis(s$occupied - s$empty)
  z[, seen] <- 1
  colnames(z) <- paste0("z[", 1:d$sites, "]")
  occupied <- list(mean = cbind(occupied = rowSums(z)), variance = cbind(rowSums(z * (1 - z))))
  together(certain(theta), indicators(z), occupied)
}

rows <- quadrature(log_density, c(0, 1, 0, 0), moments)
shown <- c(which(!seen)[1:12], which(seen)[1:2])
write_truth("occupancy", "z summed out by hand; the four coefficients by quadrature on a lattice (exact)",
            pick(rows, c("alpha0", "alpha1", "beta0", "beta1", paste0("z[", shown, "]"))), pick(rows, "occupied"))
