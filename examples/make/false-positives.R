# Simulates 40 sites with a recorder for 6 nights, of which 15 were walked through twice.
source("make/common.R")
set.seed(123)
sites <- 40
nights <- 6
z <- rbinom(sites, 1, 0.45)
heard <- rbinom(sites, nights, ifelse(z == 1, 0.6, 0.12))
walks <- rep(c(2, 0), c(15, 25))
seen <- rbinom(sites, walks, 0.5 * z)
write_data_json("false-positives", list(sites = sites, nights = nights, heard = heard, walks = walks, seen = seen))
