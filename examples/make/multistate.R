# Simulates 60 animals at two places on six occasions.
source("make/common.R")
set.seed(125)
occasions <- 6
animals <- 60
first <- rep(1:4, each = 15)
where <- rep(1:2, 30)
y <- matrix(NA, animals, occasions)
for (i in 1:animals) {
  s <- where[i]
  for (t in (first[i] + 1):occasions) {
    if (s < 3) {
      if (runif(1) > c(0.85, 0.7)[s]) s <- 3 else if (runif(1) < c(0.2, 0.35)[s]) s <- 3 - s
    }
    y[i, t] <- if (s < 3 && runif(1) < 0.6) s else 3
  }
}
write_data_json("multistate", list(animals = animals, occasions = occasions, first = first, where = where, y = y))
