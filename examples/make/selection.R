# Simulates 80 binary outcomes with five predictors, two of which matter and two of which resemble each other.
source("make/common.R")
set.seed(109)
n <- 80; k <- 5
x <- matrix(rnorm(n * k), n)
x[, 2] <- 0.8 * x[, 1] + 0.6 * x[, 2]
x <- round(x, 2)
y <- rbinom(n, 1, plogis(-0.3 + 1.0 * x[, 1] - 0.7 * x[, 4]))
write_data_json("selection", list(n = n, k = k, x = x, y = y))
