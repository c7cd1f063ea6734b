# Simulates 90 draws from three normals that overlap.
source("make/common.R")
set.seed(104)
n <- 90
z <- sample(3, n, TRUE, c(0.5, 0.3, 0.2))
y <- round(rnorm(n, c(-3, 0.5, 4)[z], 1.1), 2)
write_data_json("mixture", list(n = n, y = y, alpha = c(2, 2, 2), centre = c(-3, 0, 4)))
