# Multistate capture-recapture: states summed out by the forward algorithm, five probabilities integrated by quadrature.
source("make/common.R")
d <- read_data("multistate")
end <- d$occasions

# Animals with the same history are done once.
story <- cbind(d$first, d$where, d$y)
histories <- unique(story)
text <- function(m) apply(m, 1, paste, collapse = " ")
same <- match(text(story), text(histories))
weight <- tabulate(same, nrow(histories))

# A point: the logits of survival[1], survival[2], moves[1], moves[2], seen.
onward <- function(q, a) {
  cbind(a[, 1] * q[, 1] * (1 - q[, 3]) + a[, 2] * q[, 2] * q[, 4],
        a[, 2] * q[, 2] * (1 - q[, 4]) + a[, 1] * q[, 1] * q[, 3],
        a[, 3] + a[, 1] * (1 - q[, 1]) + a[, 2] * (1 - q[, 2]))
}
observed <- function(q, y) {
  n <- nrow(q)
  if (y == 3) cbind(1 - q[, 5], 1 - q[, 5], rep(1, n)) else {
    m <- matrix(0, n, 3)
    m[, y] <- q[, 5]
    m
  }
}
forward <- function(q, h) {
  begin <- histories[h, 1]
  filtered <- vector("list", end)
  filtered[[begin]] <- matrix(diag(3)[histories[h, 2], ], nrow(q), 3, byrow = TRUE)
  log_likelihood <- 0
  for (t in seq_len(end - begin) + begin) {
    joint <- onward(q, filtered[[t - 1]]) * observed(q, histories[h, 2 + t])
    total <- rowSums(joint)
    log_likelihood <- log_likelihood + log(total)
    filtered[[t]] <- joint / total
  }
  list(filtered = filtered, log_likelihood = log_likelihood)
}
log_density <- function(theta) {
  q <- plogis(theta)
  total <- rowSums(plogis(theta, log.p = TRUE) + plogis(-theta, log.p = TRUE)) +
    dbeta(q[, 3], 1, 2, log = TRUE) + dbeta(q[, 4], 1, 2, log = TRUE)
  for (h in seq_along(weight)) total <- total + weight[h] * forward(q, h)$log_likelihood
  total
}
shown <- c(1:6, 18, 20, 33, 35, 48, 50)
moments <- function(theta) {
  q <- plogis(theta)
  colnames(q) <- c("survival[1]", "survival[2]", "moves[1]", "moves[2]", "seen")
  mean <- variance <- list()
  for (i in shown) {
    h <- same[i]
    f <- forward(q, h)$filtered
    smooth <- f[[end]]
    for (t in end:(d$first[i] + 1)) {
      if (d$y[i, t] == 3) {                              # where it was not seen
        name <- paste0("s[", i, ",", t, "]")
        mean[[name]] <- drop(smooth %*% 1:3)
        variance[[name]] <- drop(smooth %*% (1:3)^2) - mean[[name]]^2
      }
      ahead <- onward(q, f[[t - 1]])
      back <- ifelse(ahead > 0, smooth / ahead, 0)
      smooth <- f[[t - 1]] * cbind(
        back[, 1] * q[, 1] * (1 - q[, 3]) + back[, 2] * q[, 1] * q[, 3] + back[, 3] * (1 - q[, 1]),
        back[, 2] * q[, 2] * (1 - q[, 4]) + back[, 1] * q[, 2] * q[, 4] + back[, 3] * (1 - q[, 2]),
        back[, 3])
    }
  }
  together(certain(q), list(mean = do.call(cbind, mean), variance = do.call(cbind, variance)))
}
rows <- quadrature(log_density, c(1, 1, -1, -1, 0), moments, step = 1, depth = 20, tolerance = 3e-4)
write_truth("multistate",
            "states summed out by the forward algorithm; the five probabilities by quadrature on a lattice (exact)", rows)
