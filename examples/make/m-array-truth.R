# The m-array form of cjs: its parameters have the posterior that the states summed out by hand gave there.
source("make/common.R")
truth <- fromJSON("cjs/truth.json")$quantities[c("phi[1]", "phi[2]", "beta0", "beta1")]
rows <- do.call(rbind, lapply(names(truth), function(n) exact(n, truth[[n]]$mean, truth[[n]]$sd^2)))
write_truth("m-array", "the truth of the example cjs, whose animals these are (exact)", rows)
