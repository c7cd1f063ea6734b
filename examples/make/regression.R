# Simulates 40 observations on three predictors, two of which are correlated; the last two responses are missing.
source("make/common.R")
set.seed(102)
N <- 40
X <- matrix(rnorm(N * 3), N)
X[, 2] <- 0.7 * X[, 1] + sqrt(1 - 0.7^2) * X[, 2]
X <- round(X, 2)
y <- round(1.5 + drop(X %*% c(0.8, -0.5, 0.3)) + rnorm(N, 0, 0.9), 2)
y[39:40] <- NA
write_data_json("regression", list(N = N, X = X, y = y))
