# Breaks of yarn on looms: counts with an effect of each loom, as a user of rjags writes it.
library(rjags)

data <- list(breaks = warpbreaks$breaks, wool = as.integer(warpbreaks$wool), tension = as.integer(warpbreaks$tension),
             n = nrow(warpbreaks))

model_string <- "model {
  for (i in 1:n) {
    breaks[i] ~ dpois(lambda[i])
    log(lambda[i]) <- alpha + beta.wool * (wool[i] - 1) + gamma[tension[i]] + eps[i]
    eps[i] ~ dnorm(0, tau)
  }
  alpha ~ dnorm(0, 0.01)
  beta.wool ~ dnorm(0, 0.01)
  gamma[1] <- 0
  for (k in 2:3) { gamma[k] ~ dnorm(0, 0.01) }
  tau ~ dgamma(2, 0.1)
  sigma <- 1 / sqrt(tau)
}"

inits <- function() list(alpha = rnorm(1, 3, 0.1), tau = runif(1, 5, 15))

set.seed(1)
load.module("glm")
jags <- jags.model(textConnection(model_string), data = data, inits = inits, n.chains = 3, n.adapt = 1000, quiet = TRUE)
update(jags, 1000, progress.bar = "none")
samples <- coda.samples(jags, c("alpha", "beta.wool", "gamma", "sigma"), n.iter = 5000, progress.bar = "none")

print(summary(samples))
print(gelman.diag(samples, multivariate = FALSE))
print(effectiveSize(samples))
