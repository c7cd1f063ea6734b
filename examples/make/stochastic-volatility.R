# Simulates 80 daily returns that pass from a calm regime to a stormy one and back.
source("make/common.R")
set.seed(116)
days <- 80
regime <- 1
for (t in 2:days) regime[t] <- if (runif(1) < 0.94) regime[t - 1] else 3 - regime[t - 1]
h <- rnorm(1, 0, 0.4 / sqrt(1 - 0.7^2))
for (t in 2:days) h[t] <- rnorm(1, 0.7 * h[t - 1], 0.4)
y <- round(rnorm(days, 0, exp((c(-1, 2)[regime] + h) / 2)), 3)
write_data_json("stochastic-volatility", list(days = days, y = y, stay = rbind(c(9, 1), c(1, 9))))
