# Simulates 100 animals marked over 6 occasions; what came before the first capture is NA.
source("make/common.R")
set.seed(108)
animals <- 100; occasions <- 6
first <- sort(sample(1:6, animals, TRUE, c(6, 5, 4, 3, 2, 1)))
sex <- sample(1:2, animals, TRUE)
effort <- c(0, -0.8, 0.5, 1.1, -0.3, 0.4)
y <- matrix(NA, animals, occasions)
for (i in 1:animals) {
  alive <- 1
  y[i, first[i]] <- 1
  for (t in seq_len(occasions - first[i]) + first[i]) {
    alive <- rbinom(1, alive, c(0.75, 0.6)[sex[i]])
    y[i, t] <- rbinom(1, alive, plogis(-0.2 + 0.7 * effort[t]))
  }
}
write_data_json("cjs", list(animals = animals, occasions = occasions, first = first, sex = sex, effort = effort, y = y))
