# Dynamic occupancy: states summed out by the forward algorithm, four probabilities integrated by quadrature.
source("make/common.R")
d <- read_data("dynamic-occupancy")

# A point: the logits of psi, stays, colonised, p. Sites with the same counts are done once.
histories <- unique(d$y)
same <- match(apply(d$y, 1, paste, collapse = " "), apply(histories, 1, paste, collapse = " "))
weight <- tabulate(same, nrow(histories))
seen <- function(q, h, t) cbind(if (histories[h, t] == 0) 1 else 0, dbinom(histories[h, t], d$visits, q[, 4]))
onward <- function(q, a) {
  cbind(a[, 1] * (1 - q[, 3]) + a[, 2] * (1 - q[, 2]), a[, 1] * q[, 3] + a[, 2] * q[, 2])
}
forward <- function(q, h) {
  filtered <- list()
  log_likelihood <- 0
  for (t in 1:d$years) {
    ahead <- if (t == 1) cbind(1 - q[, 1], q[, 1]) else onward(q, filtered[[t - 1]])
    joint <- ahead * seen(q, h, t)
    total <- rowSums(joint)
    log_likelihood <- log_likelihood + log(total)
    filtered[[t]] <- joint / total
  }
  list(filtered = filtered, log_likelihood = log_likelihood)
}
log_density <- function(theta) {
  q <- plogis(theta)
  total <- rowSums(plogis(theta, log.p = TRUE) + plogis(-theta, log.p = TRUE))
  for (h in seq_along(weight)) total <- total + weight[h] * forward(q, h)$log_likelihood
  total
}
shown <- 1:8
moments <- function(theta) {
  q <- plogis(theta)
  colnames(q) <- c("psi", "stays", "colonised", "p")
  states <- list()
  mean <- variance <- matrix(0, nrow(theta), d$years, dimnames = list(NULL, paste0("occupied[", 1:d$years, "]")))
  for (h in seq_along(weight)) {
    f <- forward(q, h)$filtered
    smooth <- matrix(0, nrow(theta), d$years)
    smooth[, d$years] <- f[[d$years]][, 2]
    for (t in (d$years - 1):1) {
      ahead <- onward(q, f[[t]])
      smooth[, t] <- f[[t]][, 2] * ((1 - smooth[, t + 1]) / ahead[, 1] * (1 - q[, 2]) +
                                      smooth[, t + 1] / ahead[, 2] * q[, 2])
    }
    mean <- mean + weight[h] * smooth
    variance <- variance + weight[h] * smooth * (1 - smooth)
    for (i in intersect(shown, which(same == h))) {
      for (t in 1:d$years) states[[paste0("z[", i, ",", t, "]")]] <- smooth[, t]
    }
  }
  together(certain(q), indicators(do.call(cbind, states)), list(mean = mean, variance = variance))
}
rows <- quadrature(log_density, c(0, 1, -1, 0), moments, step = 0.75)
derived <- grepl("occupied", rows$name)
write_truth("dynamic-occupancy",
            "states summed out by the forward algorithm; the four probabilities by quadrature on a lattice (exact)",
            rows[!derived, ], rows[derived, ])
