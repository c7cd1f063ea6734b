# When did the flow of the Nile change? As a user of R2jags writes it.
library(R2jags)

flow <- as.numeric(Nile) / 100
n <- length(flow)

nile.model <- function() {
  for (i in 1:n) {
    flow[i] ~ dnorm(mu[1 + step(i - change)], tau)
  }
  mu[1] ~ dnorm(0, 0.001)
  mu[2] ~ dnorm(0, 0.001)
  tau ~ dgamma(0.1, 0.1)
  change ~ dcat(prior[])
  for (i in 1:n) {
    prior[i] <- 1 / n
  }
  year <- 1870 + change
  drop <- mu[2] - mu[1]
}

set.seed(7)
fit <- jags(data = list("flow", "n"), inits = function() list(change = 50), parameters.to.save = c("mu", "drop", "year"),
            model.file = nile.model, n.chains = 3, n.iter = 6000, n.burnin = 1000, n.thin = 1, progress.bar = "none")

print(fit)
print(fit$BUGSoutput$summary["year", ])
cat("DIC:", fit$BUGSoutput$DIC, "\n")
print(summary(as.mcmc(fit)[, "drop"])$statistics)
