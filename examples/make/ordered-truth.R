# Ordered logit: three cut points and two coefficients integrated by quadrature, missing answers by their law.
source("make/common.R")
d <- read_data("ordered")
known <- !is.na(d$answer)

# A point: cut[1], log(cut[2] - cut[1]), log(cut[3] - cut[2]), beta[1], beta[2].
cuts <- function(theta) {
  second <- theta[, 1] + exp(theta[, 2])
  cbind(theta[, 1], second, second + exp(theta[, 3]))
}
upto <- function(theta, i, k) {
  if (k == 0) return(0)
  if (k == 4) return(1)
  plogis(cuts(theta)[, k] - theta[, 4] * d$age[i] - theta[, 5] * d$urban[i])
}

log_density <- function(theta) {
  cut <- cuts(theta)
  eta <- outer(theta[, 4], d$age) + outer(theta[, 5], d$urban)
  total <- rowSums(dnorm(cut, 0, 2, log = TRUE)) + theta[, 2] + theta[, 3] -
    pnorm(cut[, 1], 0, 2, lower.tail = FALSE, log.p = TRUE) - pnorm(cut[, 2], 0, 2, lower.tail = FALSE, log.p = TRUE) +
    rowSums(dnorm(theta[, 4:5, drop = FALSE], 0, 2, log = TRUE))
  for (k in 1:4) {
    who <- which(known & d$answer == k)
    above <- if (k == 4) 1 else plogis(cut[, k] - eta[, who, drop = FALSE])
    below <- if (k == 1) 0 else plogis(cut[, k - 1] - eta[, who, drop = FALSE])
    total <- total + rowSums(log(above - below))
  }
  total
}

moments <- function(theta) {
  values <- cbind(cuts(theta), theta[, 4:5, drop = FALSE])
  colnames(values) <- c(paste0("cut[", 1:3, "]"), "beta[1]", "beta[2]")
  missing <- which(!known)
  mass <- function(i, power) {
    Reduce(`+`, lapply(1:4, function(k) k^power * (upto(theta, i, k) - upto(theta, i, k - 1))))
  }
  first <- sapply(missing, mass, 1)
  second <- sapply(missing, mass, 2)
  colnames(first) <- paste0("answer[", missing, "]")
  together(certain(values), list(mean = first, variance = second - first^2))
}

rows <- quadrature(log_density, c(-1, 0.3, 0.3, 0, 0), moments, step = 0.9, depth = 20)
write_truth("ordered", "cut points and coefficients by quadrature on a lattice, missing answers by their law (exact)", rows)
