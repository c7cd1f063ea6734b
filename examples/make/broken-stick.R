# Simulates 30 observations; the slope changes between the 12th and the 13th.
source("make/common.R")
set.seed(127)
n <- 30
x <- sort(round(runif(n, 0, 10), 2))
y <- round(1 + 0.2 * x + 0.7 * pmax(0, x - x[12]) + rnorm(n, 0, 0.7), 2)
write_data_json("broken-stick", list(n = n, x = x, y = y, possible = as.numeric(1:n > 3 & 1:n <= n - 3)))
