# Variable selection: all 32 models enumerated, the coefficients of each integrated by quadrature.
source("make/common.R")
d <- read_data("selection")
names <- c("alpha", paste0("beta[", 1:d$k, "]"))
models <- as.matrix(expand.grid(rep(list(0:1), d$k)))

fits <- lapply(seq_len(nrow(models)), function(m) {
  used <- c(1, 1 + which(models[m, ] == 1))
  A <- sweep(cbind(1, d$x)[, used, drop = FALSE], 1, 2 * d$y - 1, "*")
  log_density <- function(theta) {
    rowSums(plogis(tcrossprod(theta, A), log.p = TRUE)) + rowSums(dnorm(theta, 0, sqrt(2), log = TRUE))
  }
  moments <- function(theta) {
    colnames(theta) <- names[used]
    certain(theta)
  }
  rows <- quadrature(log_density, rep(0, length(used)), moments, step = 0.9, depth = 20)
  # A coefficient that is left out has its prior as its law.
  mean <- setNames(rep(0, d$k + 1), names)
  second <- setNames(rep(2, d$k + 1), names)
  mean[rows$name] <- rows$mean
  second[rows$name] <- rows$sd^2 + rows$mean^2
  inside <- sum(models[m, ])
  list(mean = mean, second = second, weight = attr(rows, "log_integral") + inside * log(0.3) + (d$k - inside) * log(0.7))
})

weight <- vapply(fits, `[[`, 0, "weight")
weight <- exp(weight - log_sum_exp(weight))
mean <- Reduce(`+`, Map(function(f, w) w * f$mean, fits, weight))
second <- Reduce(`+`, Map(function(f, w) w * f$second, fits, weight))
size <- rowSums(models)
write_truth("selection", "enumeration of the 32 models, coefficients by quadrature on a lattice (exact)",
            rbind(exact_indicator(paste0("included[", 1:d$k, "]"), colSums(weight * models)),
                  exact(names, mean, second - mean^2)),
            exact("size", sum(weight * size), sum(weight * size^2) - sum(weight * size)^2))
