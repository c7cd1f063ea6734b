# Simulates 80 plots, six in ten of them suitable.
source("make/common.R")
set.seed(106)
n <- 80
moisture <- round(rnorm(n), 2)
suitable <- rbinom(n, 1, 0.6)
plants <- rpois(n, suitable * exp(0.5 + 0.6 * moisture))
write_data_json("zip", list(n = n, moisture = moisture, plants = plants))
