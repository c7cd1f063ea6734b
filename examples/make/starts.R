# Starting values that JAGS needs, and the modules that help it; Tandem finds its own.

starts <- list(
  occupancy = function(d) list(z = rep(1, d$sites)),
  nmixture = function(d) list(N = apply(d$y, 1, max) + 1)
)

modules <- list()
