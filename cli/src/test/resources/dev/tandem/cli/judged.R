# What R finds from exported draws: leave-one-out by package loo, WAIC, half the variance of the deviance, power scaling written out
# from its definition, and the penalty of dic.samples. Arguments: a folder with NAME.csv, a file to write, and the names; those that
# JAGS samples too, from NAME.bug and NAME.json, end in a plus sign.
suppressPackageStartupMessages({
  library(loo)
  library(posterior)
  library(jsonlite)
})
arguments <- commandArgs(TRUE)

weights.of <- function(log.density, power) {
  ratios <- (power - 1) * log.density
  n <- length(ratios)
  tail.length <- if (n > 225) ceiling(3 * sqrt(n / (ess_tail(ratios) / n))) else n %/% 5
  ratios <- as.numeric(ratios) - max(ratios)
  largest <- order(ratios)[(n - tail.length + 1):n]
  cutoff <- exp(sort(ratios)[n - tail.length])
  fit <- gpdfit(exp(ratios[largest]) - cutoff, sort_x = FALSE)
  p <- (seq_len(tail.length) - 0.5) / tail.length
  ratios[largest] <- pmin(log(fit$sigma * expm1(-fit$k * log1p(-p)) / fit$k + cutoff), 0)
  exp(ratios) / sum(exp(ratios))
}

one.sided <- function(x, w) {
  o <- order(x)
  n <- length(x)
  gap <- diff(x[o])
  P <- (seq_len(n) / n)[-n]
  Q <- cumsum(w[o])[-n]
  M <- (P + Q) / 2
  sqrt(sum(gap * (P * log2(P / M) + Q * log2(Q / M))) / sum(gap * (P + Q)))
}

distance <- function(x, w) max(one.sided(x, w), one.sided(-x, w))

# For each quantity, a matrix with a column for each chain.
sensitivities <- function(quantities, log.density) {
  upper <- weights.of(log.density, 1.01)
  lower <- weights.of(log.density, 0.99)
  sapply(quantities, function(x) {
    (distance(as.numeric(x), upper) / log2(1.01) - distance(as.numeric(x), lower) / log2(0.99)) / 2
  })
}

penalty <- function(folder, name) {
  suppressPackageStartupMessages(library(rjags))
  data <- fromJSON(file.path(folder, paste0(name, ".json")))
  starts <- lapply(1:2, function(chain) list(.RNG.name = "base::Wichmann-Hill", .RNG.seed = chain))
  model <- jags.model(file.path(folder, paste0(name, ".bug")), data, starts, n.chains = 2, quiet = TRUE)
  update(model, 1000, progress.bar = "none")
  sum(dic.samples(model, 4000, type = "pD", progress.bar = "none")$penalty)
}

judge <- function(argument) {
  name <- sub("[+]$", "", argument)
  table <- read.csv(file.path(arguments[1], paste0(name, ".csv")), check.names = FALSE)
  chains <- max(table$chain)
  matrix.of <- function(column) matrix(table[[column]], ncol = chains)
  columns <- grep("^log_lik", names(table), value = TRUE)
  logs <- array(as.matrix(table[, columns]), c(nrow(table) / chains, chains, length(columns)))
  found <- suppressWarnings(loo(logs, r_eff = relative_eff(exp(logs))))
  criterion <- suppressWarnings(waic(logs))
  deviance <- -2 * rowSums(as.matrix(table[, columns]))
  quantities <- setdiff(names(table), c("chain", "draw", columns, "lprior", grep("__$", names(table), value = TRUE)))
  quantities <- quantities[sapply(quantities, function(q) sd(table[[q]]) > 0)]
  values <- lapply(quantities, matrix.of)
  list(
    elpd = found$estimates["elpd_loo", "Estimate"], se = found$estimates["elpd_loo", "SE"],
    p = found$estimates["p_loo", "Estimate"], k = max(found$diagnostics$pareto_k),
    waic = criterion$estimates["elpd_waic", "Estimate"], pV = var(deviance) / 2,
    names = quantities,
    prior = sensitivities(values, matrix.of("lprior")),
    likelihood = sensitivities(values, matrix(-deviance / 2, ncol = chains)),
    pD = if (argument != name) penalty(arguments[1], name) else NA
  )
}

judged <- lapply(arguments[-(1:2)], judge)
names(judged) <- sub("[+]$", "", arguments[-(1:2)])
write_json(judged, arguments[2], digits = NA, auto_unbox = TRUE, na = "null")
