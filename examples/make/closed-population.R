# Simulates 80 animals and five occasions to catch them; those never caught are not in the data.
source("make/common.R")
set.seed(118)
occasions <- 5; M <- 150
caught <- sapply(c(0.3, 0.25, 0.4, 0.2, 0.3), function(p) rbinom(80, 1, p))
caught <- caught[rowSums(caught) > 0, ]
write_data_R("closed-population", list(M = M, occasions = occasions, seen = nrow(caught), caught = caught))
