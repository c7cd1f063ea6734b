# Simulates counts at 30 sites on 3 visits.
source("make/common.R")
set.seed(103)
sites <- 30; visits <- 3
habitat <- round(rnorm(sites), 2)
hour <- matrix(round(runif(sites * visits, -1, 1), 2), sites)
N <- rpois(sites, exp(1.4 + 0.5 * habitat))
y <- matrix(rbinom(sites * visits, N, plogis(0.2 + 0.6 * hour)), sites)
write_data_json("nmixture", list(sites = sites, visits = visits, habitat = habitat, hour = hour, y = y))
