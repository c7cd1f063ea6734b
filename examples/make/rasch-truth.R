# Rasch with guessing: long JAGS runs of the model with knows[i,j] summed out by hand.
source("make/common.R")
d <- read_data("rasch")
draws <- run_jags("make/rasch-marginal.bug", d, c("theta", "b", "guess", "knows.given"),
                  function(chain) list(b = rnorm(d$items), guess = runif(d$items, 0.05, 0.6)), seed = 15, burnin = 3000,
                  iterations = 80000, thin = 8)
rows <- from_draws(draws, grep("^(theta|b|guess)", variables(draws), value = TRUE))

# knows[i,j] given the rest is an indicator with a known probability, which is averaged over the draws.
right <- which(d$y == 1, arr.ind = TRUE)
right <- right[order((right[, 1] * 7 + right[, 2] * 3) %% 101), ][1:12, ]
cells <- sprintf("[%d,%d]", right[, 1], right[, 2])
given <- from_draws(draws, paste0("knows.given", cells))
spread <- sqrt(given$mean * (1 - given$mean))
knows <- data.frame(name = paste0("knows", cells), mean = given$mean, mcse_mean = given$mcse_mean, sd = spread,
                    mcse_sd = abs(1 - 2 * given$mean) / (2 * spread) * given$mcse_mean)
wrong <- which(d$y == 0, arr.ind = TRUE)[1, ]
never <- exact_indicator(sprintf("knows[%d,%d]", wrong[1], wrong[2]), 0)
write_truth("rasch", "4 JAGS runs of 80,000 iterations on the model with knows summed out by hand",
            rbind(rows, knows, never))
