# Simulates 90 answers; three of them were not given.
source("make/common.R")
set.seed(112)
n <- 90
age <- round(rnorm(n), 2)
urban <- rbinom(n, 1, 0.4)
latent <- 0.8 * age - 0.6 * urban + rlogis(n)
answer <- 1 + (latent > -1.2) + (latent > 0.3) + (latent > 1.5)
answer[c(17, 45, 71)] <- NA
write_data_json("ordered", list(n = n, age = age, urban = urban, answer = answer))
