# Stochastic volatility with a regime switch: given the six parameters, regimes and volatilities form a hidden Markov
# chain, which is summed out on a fine grid of h by the forward-backward algorithm; the parameters are integrated by
# importance sampling from a multivariate t. JAGS mixes slowly here and is not used.
source("make/common.R")
d <- read_data("stochastic-volatility")
observed <- d$y^2
POINTS <- as.numeric(Sys.getenv("POINTS", "40000"))
FINENESS <- as.numeric(Sys.getenv("FINENESS", "1"))              # 2 halves the spacing of the grid

# A point: level[1], log(level[2] - level[1]), logit phi, log sigma, logit P[1,1], logit P[2,2].
natural <- function(u) {
  list(level = c(u[1], u[1] + exp(u[2])), phi = plogis(u[3]), sigma = exp(u[4]), stay = plogis(u[5:6]))
}

log_prior <- function(u, p) {
  dnorm(p$level[1], -1, 1, log = TRUE) + u[2] +
    dnorm(p$level[2], 2, 1, log = TRUE) - pnorm(p$level[1], 2, 1, lower.tail = FALSE, log.p = TRUE) +
    dbeta(p$phi, 10, 5, log = TRUE) + log(p$phi) + log(1 - p$phi) + dgamma(p$sigma, 6, 15, log = TRUE) + u[4] +
    dbeta(p$stay[1], d$stay[1, 1], d$stay[1, 2], log = TRUE) + log(p$stay[1]) + log(1 - p$stay[1]) +
    dbeta(p$stay[2], d$stay[2, 2], d$stay[2, 1], log = TRUE) + log(p$stay[2]) + log(1 - p$stay[2])
}

# The grid of h spans 6.5 stationary standard deviations with a spacing below that of any kernel on it.
chain <- function(p) {
  stationary <- p$sigma / sqrt(1 - p$phi^2)
  spacing <- min(0.8 * p$sigma, 0.5) / FINENESS
  half <- ceiling(6.5 * stationary / spacing)
  h <- (-half:half) * spacing
  list(h = h, start = dnorm(h, 0, stationary) * spacing,
       move = dnorm(outer(p$phi * h, h, function(from, to) to - from), 0, p$sigma) * spacing,   # rows: from
       P = rbind(c(p$stay[1], 1 - p$stay[1]), c(1 - p$stay[2], p$stay[2])))
}

forward <- function(p, k) {
  emission <- array(0, c(length(k$h), 2, d$days))
  for (r in 1:2) {
    variance <- exp(p$level[r] + k$h)
    emission[, r, ] <- exp(-0.5 * outer(1 / variance, observed)) / sqrt(variance)
  }
  filtered <- emission
  log_likelihood <- 0
  for (t in 1:d$days) {
    ahead <- if (t == 1) outer(k$start, k$P[1, ]) else crossprod(k$move, filtered[, , t - 1]) %*% k$P
    joint <- ahead * emission[, , t]
    total <- sum(joint)
    log_likelihood <- log_likelihood + log(total)
    filtered[, , t] <- joint / total
  }
  list(filtered = filtered, emission = emission, log_likelihood = log_likelihood)
}

# So far out in the prior (its logarithm is about -4 at the mode) nothing is left, and the grid would be immense.
beyond <- function(u, p) { prior <- log_prior(u, p); is.nan(prior) || prior < -60 }

log_density <- function(u) {
  p <- natural(u)
  if (beyond(u, p)) return(-Inf)
  forward(p, chain(p))$log_likelihood + log_prior(u, p)
}

# Log density with conditional mean and variance of everything.
everything <- function(u) {
  p <- natural(u)
  if (beyond(u, p)) return(c(-Inf, rep(0, 2 * length(names))))
  k <- chain(p)
  f <- forward(p, k)
  back <- matrix(1, length(k$h), 2)
  mean_h <- variance_h <- stormy <- numeric(d$days)
  for (t in d$days:1) {
    smooth <- f$filtered[, , t] * back
    smooth <- smooth / sum(smooth)
    stormy[t] <- sum(smooth[, 2])
    marginal <- rowSums(smooth)
    mean_h[t] <- sum(marginal * k$h)
    variance_h[t] <- sum(marginal * (k$h - mean_h[t])^2)
    back <- k$move %*% (f$emission[, , t] * back) %*% t(k$P)
    back <- back / max(back)
  }
  c(f$log_likelihood + log_prior(u, p), p$level, p$phi, p$sigma, p$stay[1], 1 - p$stay[1], 1 - p$stay[2], p$stay[2],
    mean_h, 1 + stormy, rep(0, 8), variance_h, stormy * (1 - stormy))
}
names <- c("level[1]", "level[2]", "phi", "sigma", "P[1,1]", "P[1,2]", "P[2,1]", "P[2,2]",
           paste0("h[", 1:d$days, "]"), paste0("regime[", 1:d$days, "]"))

set.seed(16)
freedom <- 5
# A mixture of two t with the same centre: one in five points comes from one twice as wide, which bounds the weights.
draw_t <- function(n, centre, root) {
  wide <- ifelse(runif(n) < 0.2, 2, 1)
  z <- wide * matrix(rnorm(n * 6), n) / sqrt(rchisq(n, freedom) / freedom)
  shape <- function(scale) scale^-6 * (1 + rowSums((z / scale)^2) / freedom)^(-(freedom + 6) / 2)
  list(u = sweep(z %*% root, 2, centre, "+"), log_q = log(0.8 * shape(1) + 0.2 * shape(2)))
}
normalise <- function(x) exp(x - log_sum_exp(x))

# The proposal: the curvature at the mode, then three rounds of refitting it to its own weighted points.
mode <- optim(c(-1, 1, 0.7, -0.9, 2, 2), function(u) -log_density(u), method = "BFGS")
centre <- mode$par
spread <- solve(optimHess(centre, function(u) -log_density(u)))
for (round in 1:3) {
  q <- draw_t(2500, centre, chol(spread))
  w <- normalise(apply(q$u, 1, log_density) - q$log_q)
  w <- pmin(w, 20 / 2500); w <- w / sum(w)
  centre <- colSums(w * q$u)
  spread <- 1.1 * crossprod(sqrt(w) * sweep(q$u, 2, centre))
}

q <- draw_t(POINTS, centre, chol(spread))
table <- t(apply(q$u, 1, everything))
w <- normalise(table[, 1] - q$log_q)
message(sprintf("effective size %.0f of %d points, largest weight %.4f", 1 / sum(w^2), POINTS, max(w)))
stopifnot(1 / sum(w^2) > 0.2 * POINTS, max(w) < 0.005)

given <- table[, 1 + seq_along(names)]
inner <- table[, 1 + length(names) + seq_along(names)]
mean <- colSums(w * given)
square <- inner + sweep(given, 2, mean)^2
variance <- colSums(w * square)
rows <- data.frame(name = names, mean = mean, mcse_mean = sqrt(colSums((w * sweep(given, 2, mean))^2)), sd = sqrt(variance),
                   mcse_sd = sqrt(colSums((w * sweep(square, 2, variance))^2)) / (2 * sqrt(variance)))
message(sprintf("worst standard error of a mean %.4f sd", max(rows$mcse_mean / rows$sd)))
shown <- c(names[1:8], paste0("h[", seq(1, d$days, by = 2), "]"), paste0("regime[", seq(1, d$days, by = 6), "]"))
write_truth("stochastic-volatility",
            paste("regimes and volatilities summed out on a grid by forward-backward; six parameters by importance",
                  "sampling with 40,000 points"), pick(rows, shown))
