# Runs JAGS on the unmodified model of each example named, and compares with truth.json: the scores should look normal.
# Where one looks too large, a longer run (ITERATIONS=200000) tells: the score of a wrong value grows, that of noise does
# not.
source("make/common.R")
source("make/starts.R")

iterations <- as.numeric(Sys.getenv("ITERATIONS", "20000"))
seed <- as.numeric(Sys.getenv("SEED", "77"))

# An indicator that never moved in the draws has no error of its own.
score <- function(found, true, error) {
  ifelse(error > 0, (found - true) / error, ifelse(abs(found - true) < 1e-3, 0, Inf))
}

table <- list()
for (name in commandArgs(trailingOnly = TRUE)) {
  d <- read_data(name)
  truth <- fromJSON(file.path(name, "truth.json"))
  known <- c(truth$quantities, truth$derived)
  start <- if (is.null(starts[[name]])) list() else starts[[name]](d)
  monitor <- unique(sub("\\[.*", "", names(known)))
  draws <- run_jags(file.path(name, "model.bug"), d, monitor, function(chain) start, seed = seed, burnin = 2000,
                    iterations = iterations, thin = 4)
  rows <- from_draws(draws, names(known), worst_rhat = Inf, worst_error = Inf)
  true <- function(field) vapply(known, `[[`, 0, field)
  of_mean <- score(rows$mean, true("mean"), sqrt(rows$mcse_mean^2 + true("mcse_mean")^2))
  of_sd <- score(rows$sd, true("sd"), sqrt(rows$mcse_sd^2 + true("mcse_sd")^2))
  table[[name]] <- data.frame(example = name, quantities = length(known), rms_mean = sqrt(mean(of_mean^2)),
                              worst_mean = max(abs(of_mean)), worst = names(known)[which.max(abs(of_mean))],
                              rms_sd = sqrt(mean(of_sd^2)), worst_sd = max(abs(of_sd)),
                              also = names(known)[which.max(abs(of_sd))])
}
print(do.call(rbind, table), digits = 3, row.names = FALSE)
