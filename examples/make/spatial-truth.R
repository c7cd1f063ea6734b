# Spatial capture-recapture: homes and members summed out by hand, three parameters integrated by quadrature.
source("make/common.R")
d <- read_data("spatial")
M <- d$candidates
C <- d$cells
caught <- which(rowSums(d$y) > 0)
never <- M - length(caught)

# For a point: log weights of all homes (columns) for each animal that was caught, and for one that was not.
homes <- function(p0, sigma) {
  p <- p0 * exp(-d$d2 / (2 * sigma^2))
  lp <- log(p)
  lm <- log1p(-p)
  list(caught = d$y[caught, , drop = FALSE] %*% t(lp) + (d$nights - d$y[caught, , drop = FALSE]) %*% t(lm),
       never = d$nights * rowSums(lm))
}
log_density <- function(theta) {
  apply(theta, 1, function(x) {
    own <- homes(plogis(x[2]), 3 * plogis(x[3]))
    lo <- plogis(x[1], log.p = TRUE)
    ln <- plogis(-x[1], log.p = TRUE)
    sum(plogis(x, log.p = TRUE) + plogis(-x, log.p = TRUE)) +
      sum(lo - log(C) + row_log_sum_exp(own$caught)) + never * log_sum_exp(c(lo - log(C) + log_sum_exp(own$never), ln))
  })
}
shown <- c(1, length(caught))
moments <- function(theta) {
  rows <- apply(theta, 1, function(x) {
    own <- homes(plogis(x[2]), 3 * plogis(x[3]))
    lo <- plogis(x[1], log.p = TRUE)
    ln <- plogis(-x[1], log.p = TRUE)
    member <- 1 / (1 + exp(ln - lo + log(C) - log_sum_exp(own$never)))
    where <- exp(own$caught[shown, , drop = FALSE] - row_log_sum_exp(own$caught[shown, , drop = FALSE]))
    first <- drop(where %*% seq_len(C))
    c(member, first, drop(where %*% seq_len(C)^2) - first^2)
  })
  values <- cbind(plogis(theta[, 1:2, drop = FALSE]), 3 * plogis(theta[, 3]))
  colnames(values) <- c("omega", "p0", "sigma")
  member <- cbind(rows[1, ])
  colnames(member) <- paste0("member[", M, "]")
  home <- list(mean = t(rows[2:3, , drop = FALSE]), variance = t(rows[4:5, , drop = FALSE]))
  colnames(home$mean) <- paste0("home[", shown, "]")
  size <- list(mean = cbind(size = M - never + never * member[, 1]), variance = cbind(never * member[, 1] * (1 - member[, 1])))
  together(certain(values), indicators(member), home, size)
}
rows <- quadrature(log_density, c(0, -0.5, -0.5), moments, step = 0.7)
write_truth("spatial", "homes and members summed out by hand; three parameters by quadrature on a lattice (exact)",
            rows[rows$name != "size", ], pick(rows, "size"))
