# Stochastic volatility with a regime switch: long JAGS runs of the model itself.
source("make/common.R")
d <- read_data("stochastic-volatility")
draws <- run_jags("stochastic-volatility/model.bug", d, c("level", "phi", "sigma", "P", "h", "regime"),
                  function(chain) list(level = c(-1, 2) + runif(2, -0.5, 0.5), phi = runif(1, 0.3, 0.9),
                                       sigma = runif(1, 0.2, 0.8), regime = sample(2, d$days, TRUE)), seed = 16,
                  burnin = 10000, iterations = 250000, thin = 25)
shown <- c("level[1]", "level[2]", "phi", "sigma", "P[1,1]", "P[1,2]", "P[2,1]", "P[2,2]",
           paste0("h[", seq(1, d$days, by = 2), "]"), paste0("regime[", seq(1, d$days, by = 6), "]"))
write_truth("stochastic-volatility", "4 JAGS runs of 250,000 iterations on the same model", from_draws(draws, shown))
