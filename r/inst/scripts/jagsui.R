# At how many sites does a species live that is often overlooked? As a user of jagsUI writes it.
library(jagsUI)

set.seed(24)
nsites <- 150
nvisits <- 3
elevation <- rnorm(nsites)
z <- rbinom(nsites, 1, plogis(0.3 + 1.2 * elevation))
y <- matrix(rbinom(nsites * nvisits, 1, z * 0.4), nsites, nvisits)

cat("model {
  beta0 ~ dnorm(0, 0.1)
  beta1 ~ dnorm(0, 0.1)
  p ~ dunif(0, 1)
  for (i in 1:nsites) {
    logit(psi[i]) <- beta0 + beta1 * elevation[i]
    z[i] ~ dbern(psi[i])
    for (j in 1:nvisits) {
      y[i, j] ~ dbern(z[i] * p)
      ynew[i, j] ~ dbern(z[i] * p)
    }
    seen[i] <- sum(y[i, ])
    seen.new[i] <- sum(ynew[i, ])
    chi[i] <- pow(seen[i] - nvisits * psi[i] * p, 2)
    chi.new[i] <- pow(seen.new[i] - nvisits * psi[i] * p, 2)
  }
  fit <- sum(chi[])
  fit.new <- sum(chi.new[])
  Nocc <- sum(z[])
}", file = "occupancy.txt")

jags.data <- list(y = y, elevation = elevation, nsites = nsites, nvisits = nvisits)
inits <- function() list(z = apply(y, 1, max), beta0 = rnorm(1), beta1 = rnorm(1), p = runif(1))
params <- c("beta0", "beta1", "p", "Nocc", "fit", "fit.new")

out <- jags(jags.data, inits, params, "occupancy.txt", n.chains = 3, n.adapt = 1000, n.iter = 6000, n.burnin = 1000, n.thin = 2,
            parallel = TRUE, verbose = FALSE)

print(out)
cat("occupied:", out$mean$Nocc, "from", out$q2.5$Nocc, "to", out$q97.5$Nocc, "\n")
cat("Bayesian p-value:", pp.check(out, observed = "fit", simulated = "fit.new"), "\n")
