# Cormack-Jolly-Seber: latent states summed out by hand, four parameters integrated by quadrature.
source("make/common.R")
d <- read_data("cjs")
last <- apply(d$y, 1, function(h) max(which(h == 1)))
end <- d$occasions

# A point: logit phi[1], logit phi[2], beta0, beta1. unseen[[s]][, t] = P(never seen after t | alive at t, sex s).
pieces <- function(theta) {
  phi <- plogis(theta[, 1:2, drop = FALSE])
  p <- plogis(theta[, 3] + outer(theta[, 4], d$effort))
  unseen <- lapply(1:2, function(s) {
    u <- matrix(1, nrow(theta), end)
    for (t in (end - 1):1) u[, t] <- 1 - phi[, s] + phi[, s] * (1 - p[, t + 1]) * u[, t + 1]
    u
  })
  list(phi = phi, p = p, unseen = unseen)
}

log_density <- function(theta) {
  q <- pieces(theta)
  total <- rowSums(log(q$phi) + log(1 - q$phi)) +                # flat on phi, seen on the logit
    rowSums(dnorm(theta[, 3:4, drop = FALSE], 0, sqrt(1 / 0.4), log = TRUE))
  for (i in 1:d$animals) {
    s <- d$sex[i]
    for (t in seq_len(last[i] - d$first[i]) + d$first[i]) {
      total <- total + log(q$phi[, s]) + log(if (d$y[i, t] == 1) q$p[, t] else 1 - q$p[, t])
    }
    total <- total + log(q$unseen[[s]][, last[i]])
  }
  total
}

# Five animals that were lost from sight at different times, and one seen at the end.
shown <- c(which(last == 1)[1:2], which(last == 2 & d$first < 2)[1], which(last == 3)[1], which(last == 4)[1:2],
           which(last == end & d$first == 1)[1])
moments <- function(theta) {
  q <- pieces(theta)
  values <- cbind("phi[1]" = q$phi[, 1], "phi[2]" = q$phi[, 2], beta0 = theta[, 3], beta1 = theta[, 4])
  alive <- list()
  for (i in shown) {
    here <- rep(1, nrow(theta))
    for (t in seq_len(end - d$first[i]) + d$first[i]) {
      if (t > last[i]) {                                         # alive at t - 1 and on: one more step unseen
        u <- q$unseen[[d$sex[i]]]
        here <- here * q$phi[, d$sex[i]] * (1 - q$p[, t]) * u[, t] / u[, t - 1]
      }
      alive[[paste0("z[", i, ",", t, "]")]] <- here
    }
  }
  together(certain(values), indicators(do.call(cbind, alive)))
}

rows <- quadrature(log_density, c(0.5, 0.5, 0, 0), moments, step = 0.7)
write_truth("cjs", "states summed out by hand; four parameters by quadrature on a lattice (exact)", rows)
