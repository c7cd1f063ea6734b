# Community occupancy with data augmentation: members, states and the species' probabilities in closed form, omega and p
# integrated by quadrature.
source("make/common.R")
d <- read_data("community")
seen <- rowSums(d$y > 0)
S <- d$candidates
J <- d$sites

# log of the integral over psi of what m of the sites that it was not seen at being occupied has, for m = 0, 1, ..
occupied <- function(log_missed, k, extra = c(0, 0)) {
  sapply(0:(J - k), function(m) lchoose(J - k, m) + m * log_missed + lbeta(1 + k + m + extra[1], 1.5 + J - k - m + extra[2]) - lbeta(1, 1.5))
}
# For each species log weights of being a member, with moments of psi and z given that.
species <- function(lp, lm, s) {
  log_missed <- d$visits * lm
  k <- seen[s]
  fixed <- sum(d$y[s, ]) * lp + (k * d$visits - sum(d$y[s, ])) * lm
  all <- matrix(occupied(log_missed, k), length(lp)) + fixed
  first <- matrix(occupied(log_missed, k, c(1, 0)), length(lp)) + fixed
  second <- matrix(occupied(log_missed, k, c(2, 0)), length(lp)) + fixed
  total <- row_log_sum_exp(all)
  m <- exp(all - total) %*% (0:(J - k))
  list(log = total, psi = exp(row_log_sum_exp(first) - total), psi2 = exp(row_log_sum_exp(second) - total),
       z = drop(m) / max(1, J - k))
}
parts <- function(theta) {
  lp <- plogis(theta[, 2], log.p = TRUE)
  lm <- plogis(-theta[, 2], log.p = TRUE)
  lapply(seq_len(S), function(s) species(lp, lm, s))
}
log_density <- function(theta) {
  lo <- plogis(theta[, 1], log.p = TRUE)
  ln <- plogis(-theta[, 1], log.p = TRUE)
  total <- rowSums(plogis(theta, log.p = TRUE) + plogis(-theta, log.p = TRUE))
  for (own in parts(theta)[which(seen > 0)]) total <- total + lo + own$log
  never <- parts(theta)[[S]]
  total + sum(seen == 0) * row_log_sum_exp(cbind(lo + never$log, ln))
}
moments <- function(theta) {
  lo <- plogis(theta[, 1], log.p = TRUE)
  ln <- plogis(-theta[, 1], log.p = TRUE)
  all <- parts(theta)
  member <- 1 / (1 + exp(ln - lo - all[[S]]$log))
  values <- plogis(theta)
  colnames(values) <- c("omega", "p")
  # Species: one that was seen, and one that was not, whose psi is a draw from the prior if it is no member.
  shown <- c(1, sum(seen > 0), S)
  mean <- variance <- list()
  for (s in shown) {
    w <- if (seen[s] > 0) 1 else member
    m1 <- w * all[[s]]$psi + (1 - w) * 1 / 2.5
    m2 <- w * all[[s]]$psi2 + (1 - w) * 1 * 2 / (2.5 * 3.5)
    mean[[paste0("psi[", s, "]")]] <- m1
    variance[[paste0("psi[", s, "]")]] <- m2 - m1^2
  }
  psi <- list(mean = do.call(cbind, mean), variance = do.call(cbind, variance))
  gone <- which(seen > 0 & seen < J)[1]
  at <- which(d$y[gone, ] == 0)[1]
  states <- cbind(member, all[[gone]]$z, member * all[[S]]$z)
  colnames(states) <- c(paste0("member[", S, "]"), paste0("z[", gone, ",", at, "]"), paste0("z[", S, ",1]"))
  never <- sum(seen == 0)
  richness <- list(mean = cbind(richness = S - never + never * member), variance = cbind(never * member * (1 - member)))
  together(certain(values), psi, indicators(states), richness)
}
rows <- quadrature(log_density, c(0.5, -1), moments, step = 0.4)
write_truth("community", "members, states and species' probabilities in closed form; omega and p by quadrature on a lattice (exact)",
            rows[rows$name != "richness", ], pick(rows, "richness"))
