# Spike and slab: all 1024 settings enumerated; beta and theta in closed form given tau, tau integrated by quadrature.
source("make/common.R")
d <- read_data("spike-slab")
settings <- as.matrix(expand.grid(rep(list(0:1), d$k)))
inside <- rowSums(settings)
XX <- crossprod(d$X); Xy <- crossprod(d$X, d$y); yy <- sum(d$y^2)
precision <- c(1 / 0.1^2, 1 / 1.5^2)
log_tau <- seq(-2.5, 2.5, by = 0.1)

# theta integrated out: P(slab) = B(1 + inside, 2 + k - inside) / B(1, 2).
prior <- lbeta(1 + inside, 2 + d$k - inside)
cells <- lapply(seq_len(nrow(settings)), function(m) {
  base <- precision[settings[m, ] + 1]
  t(vapply(log_tau, function(u) {
    tau <- exp(u)
    root <- chol(diag(base) + tau * XX)
    centre <- backsolve(root, backsolve(root, tau * Xy, transpose = TRUE))
    weight <- prior[m] + 0.5 * sum(log(base)) - sum(log(diag(root))) + 0.5 * d$n * u - 0.5 * tau * yy +
      0.5 * sum((root %*% centre)^2) + dgamma(tau, 3, 3, log = TRUE) + u
    c(weight, tau, centre, diag(chol2inv(root)))
  }, numeric(2 + 2 * d$k)))
})
cells <- do.call(rbind, cells)
setting <- rep(seq_len(nrow(settings)), each = length(log_tau))

moments <- function(rows) {
  weight <- exp(cells[rows, 1] - max(cells[rows, 1]))
  weight <- weight / sum(weight)
  m <- inside[setting[rows]]
  a <- 1 + m; b <- 2 + d$k - m
  first <- cbind(cells[rows, 2 + 1:d$k], tau = cells[rows, 2], theta = a / (a + b))
  variance <- cbind(cells[rows, 2 + d$k + 1:d$k], 0, a * b / ((a + b)^2 * (a + b + 1)))
  mean <- colSums(weight * first)
  rbind(exact_indicator(paste0("slab[", 1:d$k, "]"), colSums(weight * settings[setting[rows], ])),
        exact(c(paste0("beta[", 1:d$k, "]"), "tau", "theta"), mean, colSums(weight * (variance + first^2)) - mean^2))
}

all <- moments(seq_len(nrow(cells)))
every_other <- moments(which(rep(seq_along(log_tau), nrow(settings)) %% 2 == 1))
message(sprintf("half of the nodes in tau give the same within %.1e", max(abs(all$mean - every_other$mean))))
stopifnot(max(abs(all$mean - every_other$mean)) < 1e-5)
write_truth("spike-slab", "enumeration of the 1024 settings; beta and theta in closed form given tau, tau by quadrature (exact)",
            all)
