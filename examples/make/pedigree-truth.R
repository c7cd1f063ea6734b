# Pedigree: all genotypes summed over person by person, frequency and risks integrated by quadrature.
source("make/common.R")
d <- read_data("pedigree")

# All 3^14 genotypes would be too many; those with probability above 0 given the tables are built up person by person.
states <- matrix(1:3, 3, 1)
for (i in 2:d$people) {
  if (i <= d$founders) {
    states <- do.call(rbind, lapply(1:3, function(k) cbind(states, k)))
  } else {
    row <- 3 * (states[, d$mother[i]] - 1) + states[, d$father[i]]
    states <- do.call(rbind, lapply(1:3, function(k) {
      possible <- d$child[cbind(row, k)] > 0
      cbind(states[possible, , drop = FALSE], k)
    }))
  }
}
born <- rep(0, nrow(states))
for (i in (d$founders + 1):d$people) {
  born <- born + log(d$child[cbind(3 * (states[, d$mother[i]] - 1) + states[, d$father[i]], states[, i])])
}
# What of log P(states, data) depends on q and the risks goes by numbers: of alleles A among founders, of ill and well people.
copies <- rowSums(states[, 1:d$founders] - 1)
doubles <- rowSums(states[, 1:d$founders] == 2) * log(2)
both <- states[, d$who] == 3
ill <- matrix(d$ill == 1, nrow(states), d$examined, byrow = TRUE)
key <- cbind(copies, rowSums(both & ill), rowSums(both & !ill))
kinds <- unique(key)
kind <- match(paste(key[, 1], key[, 2], key[, 3]), paste(kinds[, 1], kinds[, 2], kinds[, 3]))
weight <- exp(born + doubles)
mass <- tapply(weight, factor(kind, seq_len(nrow(kinds))), sum)

# A point: logit q, logit risk[1], logit risk[3].
by_kind <- function(theta) {
  lp <- plogis(theta, log.p = TRUE)
  lm <- plogis(-theta, log.p = TRUE)
  all_ill <- sum(d$ill)
  all_well <- d$examined - all_ill
  outer(lp[, 1], kinds[, 1]) + outer(lm[, 1], 2 * d$founders - kinds[, 1]) +
    outer(lp[, 3], kinds[, 2]) + outer(lm[, 3], kinds[, 3]) +
    outer(lp[, 2], all_ill - kinds[, 2]) + outer(lm[, 2], all_well - kinds[, 3])
}
log_density <- function(theta) {
  p <- plogis(theta)
  dbeta(p[, 1], 2, 6, log = TRUE) + dbeta(p[, 2], 1, 9, log = TRUE) + dbeta(p[, 3], 6, 2, log = TRUE) +
    rowSums(plogis(theta, log.p = TRUE) + plogis(-theta, log.p = TRUE)) +
    row_log_sum_exp(sweep(by_kind(theta), 2, log(mass), "+"))
}

# For each kind the mean and the mean square of each person's genotype, and of the number of carriers.
share <- function(x) tapply(weight * x, factor(kind, seq_len(nrow(kinds))), sum) / mass
first <- sapply(1:d$people, function(i) share(states[, i]))
second <- sapply(1:d$people, function(i) share(states[, i]^2))
count <- rowSums(states >= 2)
first <- cbind(first, share(count))
second <- cbind(second, share(count^2))
names <- c(paste0("g[", 1:d$people, "]"), "carriers")
moments <- function(theta) {
  l <- sweep(by_kind(theta), 2, log(mass), "+")
  p <- exp(l - row_log_sum_exp(l))
  mean <- p %*% first
  variance <- p %*% second - mean^2
  colnames(mean) <- colnames(variance) <- names
  values <- plogis(theta)
  colnames(values) <- c("q", "risk[1]", "risk[3]")
  together(certain(values), list(mean = mean, variance = variance))
}

rows <- quadrature(log_density, c(-1, -2, 1), moments, step = 0.6)
write_truth("pedigree", "all genotypes summed over; the three parameters by quadrature on a lattice (exact)",
            rows[rows$name != "carriers", ], pick(rows, "carriers"))
