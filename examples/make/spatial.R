# Simulates 12 animals that live in the cells of a field of 6 by 6, and 9 traps for 5 nights.
source("make/common.R")
set.seed(133)
candidates <- 30
side <- 6
nights <- 5
cell <- expand.grid(x = seq_len(side), y = seq_len(side))
trap <- expand.grid(x = c(2, 3.5, 5), y = c(2, 3.5, 5))
d2 <- outer(cell$x, trap$x, "-")^2 + outer(cell$y, trap$y, "-")^2
home <- sample(side^2, 12, replace = TRUE)
y <- matrix(0, candidates, 9)
y[1:12, ] <- matrix(rbinom(12 * 9, nights, 0.4 * exp(-d2[home, ] / (2 * 0.9^2))), 12)
y <- y[order(-rowSums(y)), ]
write_data_json("spatial", list(candidates = candidates, cells = side^2, traps = 9, nights = nights, d2 = d2, y = y))
