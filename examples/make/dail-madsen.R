# Simulates counts at 20 sites over 5 years, with two visits a year.
source("make/common.R")
set.seed(131)
sites <- 20; years <- 5; visits <- 2
N <- matrix(0, sites, years)
N[, 1] <- rpois(sites, 5)
for (t in 2:years) N[, t] <- rbinom(sites, N[, t - 1], 0.7) + rpois(sites, 1.5)
y <- array(rbinom(sites * years * visits, N, 0.6), c(sites, years, visits))
write_data_json("dail-madsen", list(sites = sites, years = years, visits = visits, y = y))
