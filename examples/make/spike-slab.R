# Simulates 50 responses with ten predictors: three effects that are clear, one that is doubtful.
source("make/common.R")
set.seed(110)
n <- 50; k <- 10
X <- round(matrix(rnorm(n * k), n) + 0.5 * rnorm(n), 2)
y <- round(drop(X %*% c(1.2, 0, 0, -0.9, 0, 0.25, 0, 0, 0.6, 0)) + rnorm(n), 2)
write_data_json("spike-slab", list(n = n, k = k, X = X, y = y))
