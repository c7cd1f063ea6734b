# Simulates 100 steps of an animal that rests and travels.
source("make/common.R")
set.seed(107)
steps <- 100
state <- 1
for (t in 2:steps) state[t] <- if (runif(1) < c(0.9, 0.8)[state[t - 1]]) state[t - 1] else 3 - state[t - 1]
x <- round(rnorm(steps, c(0.2, 2.1)[state], 0.9), 2)
write_data_json("hmm", list(steps = steps, x = x, stay = rbind(c(4, 1), c(1, 4))))
