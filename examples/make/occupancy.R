# Simulates 100 sites visited 4 times each.
source("make/common.R")
set.seed(101)
sites <- 100; visits <- 4
forest <- round(rnorm(sites), 2)
wind <- matrix(round(rnorm(sites * visits), 2), sites)
z <- rbinom(sites, 1, plogis(0.2 + 1.1 * forest))
y <- matrix(rbinom(sites * visits, 1, z * plogis(-0.6 - 0.7 * wind)), sites)
write_data_json("occupancy", list(sites = sites, visits = visits, forest = forest, wind = wind, y = y))
