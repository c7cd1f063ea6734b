# Broken stick: every place of the break is enumerated, the coefficients are normal given tau, which is integrated.
source("make/common.R")
d <- read_data("broken-stick")
places <- which(d$possible == 1)
prior <- diag(c(0.01, 0.1, 0.1))
u <- seq(-4, 4, length.out = 4001)                       # log tau
parts <- lapply(places, function(k) {
  X <- cbind(1, d$x, pmax(0, d$x - d$x[k]))
  XX <- crossprod(X)
  Xy <- drop(crossprod(X, d$y))
  yy <- sum(d$y^2)
  t(sapply(u, function(v) {
    tau <- exp(v)
    V <- solve(prior + tau * XX)
    m <- drop(V %*% (tau * Xy))
    log_marginal <- 0.5 * d$n * log(tau) - 0.5 * tau * yy + 0.5 * sum(m * (tau * Xy)) +
      0.5 * as.numeric(determinant(V)$modulus)
    c(log_marginal + dgamma(tau, 2, 1, log = TRUE) + v, m, diag(V), tau)
  }))
})
log_weight <- sapply(parts, function(p) p[, 1])
w <- exp(log_weight - max(log_weight))
w <- w / sum(w)
moment <- function(column, extra = NULL) {
  values <- sapply(parts, function(p) p[, column])
  within <- if (is.null(extra)) 0 else sapply(parts, function(p) p[, extra])
  mean <- sum(w * values)
  c(mean, sum(w * (values^2 + within)) - mean^2)
}
of_place <- function(value) {
  mean <- sum(colSums(w) * value)
  c(mean, sum(colSums(w) * value^2) - mean^2)
}
all <- rbind(a = moment(2, 5), b = moment(3, 6), change = moment(4, 7), tau = moment(8), k = of_place(places),
             at = of_place(d$x[places]))
rows <- exact(rownames(all), all[, 1], all[, 2])
write_truth("broken-stick", "every place enumerated, coefficients in closed form, tau by quadrature (exact)",
            rows[rows$name != "at", ], pick(rows, "at"))
