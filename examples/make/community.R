# Simulates 9 sites visited 4 times, and a community of which some species were never seen.
source("make/common.R")
set.seed(131)
candidates <- 14
sites <- 9
visits <- 4
member <- rep(c(1, 0), c(9, 5))
psi <- rbeta(candidates, 1, 1.5)
z <- matrix(rbinom(candidates * sites, 1, member * psi), candidates)
y <- matrix(rbinom(candidates * sites, visits, 0.3 * z), candidates)
y <- y[order(-rowSums(y > 0), -rowSums(y)), ]        # those that were never seen come last
write_data_json("community", list(candidates = candidates, sites = sites, visits = visits, y = y))
