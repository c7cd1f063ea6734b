# Random slopes: long JAGS runs of the model itself.
source("make/common.R")
d <- read_data("random-slopes")
draws <- run_jags("random-slopes/model.bug", d, c("mu", "Omega", "tau", "b", "Sigma", "rho"),
                  function(chain) list(mu = rnorm(2, 0, 3), tau = runif(1, 0.5, 5)), seed = 17, burnin = 5000,
                  iterations = 200000, thin = 10)
derived <- c(grep("^Sigma", variables(draws), value = TRUE), "rho")
write_truth("random-slopes", "4 JAGS runs of 200,000 iterations on the same model",
            from_draws(draws, setdiff(variables(draws), derived)), from_draws(draws, derived))
