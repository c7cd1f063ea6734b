# Occupancy with false positives: z summed out by hand, four probabilities integrated by quadrature.
source("make/common.R")
d <- read_data("false-positives")

# A point: the logits of psi, right, wrong, detected. One point to a row, one site to a column.
pieces <- function(theta) {
  lp <- plogis(theta, log.p = TRUE)
  lm <- plogis(-theta, log.p = TRUE)
  present <- lp[, 1] + outer(lp[, 2], d$heard) + outer(lm[, 2], d$nights - d$heard) + outer(lp[, 4], d$seen) +
    outer(lm[, 4], d$walks - d$seen)
  absent <- lm[, 1] + outer(lp[, 3], d$heard) + outer(lm[, 3], d$nights - d$heard)
  absent[, d$seen > 0] <- -Inf
  list(present = present, absent = absent)
}
log_density <- function(theta) {
  q <- pieces(theta)
  p <- plogis(theta)
  top <- pmax(q$present, q$absent)
  rowSums(top + log(exp(q$present - top) + exp(q$absent - top))) +
    dbeta(p[, 2], 4, 2, log = TRUE) + dbeta(p[, 3], 1, 9, log = TRUE) + dbeta(p[, 4], 2, 2, log = TRUE) +
    rowSums(plogis(theta, log.p = TRUE) + plogis(-theta, log.p = TRUE))
}
shown <- setdiff(c(1:15, 16:25), which(d$seen > 0))           # where it was not seen
moments <- function(theta) {
  q <- pieces(theta)
  z <- 1 / (1 + exp(q$absent - q$present))
  colnames(z) <- paste0("z[", 1:d$sites, "]")
  values <- plogis(theta)
  colnames(values) <- c("psi", "right", "wrong", "detected")
  occupied <- list(mean = cbind(occupied = rowSums(z)), variance = cbind(rowSums(z * (1 - z))))
  together(certain(values), indicators(z[, shown]), occupied)
}
rows <- quadrature(log_density, c(0, 0.5, -2, 0), moments, step = 0.7)
write_truth("false-positives", "z summed out by hand; the four probabilities by quadrature on a lattice (exact)",
            rows[rows$name != "occupied", ], pick(rows, "occupied"))
