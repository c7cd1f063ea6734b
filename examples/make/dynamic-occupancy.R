# Simulates 40 sites over five years with three visits a year.
source("make/common.R")
set.seed(124)
sites <- 40
years <- 5
visits <- 3
z <- matrix(0, sites, years)
z[, 1] <- rbinom(sites, 1, 0.5)
for (t in 2:years) z[, t] <- rbinom(sites, 1, ifelse(z[, t - 1] == 1, 0.75, 0.2))
y <- matrix(rbinom(sites * years, visits, 0.4 * z), sites, years)
write_data_json("dynamic-occupancy", list(sites = sites, years = years, visits = visits, y = y))
