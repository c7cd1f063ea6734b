# Simulates 80 persons answering 10 items of known difficulty, five of which are easier for the 30 who know a trick.
source("make/common.R")
set.seed(131)
persons <- 80; items <- 10
tricky <- rep(c(0, 1), each = items / 2)
b <- rep(seq(-1.2, 1.2, length.out = items / 2), 2) + tricky
class <- rep(1:2, c(50, 30))
theta <- rnorm(persons, c(0.6, -0.4)[class])
p <- plogis(outer(theta, b, "-") + 2.5 * outer(class - 1, tricky))
y <- matrix(rbinom(persons * items, 1, p), persons)
write_data_json("irt-mixture", list(persons = persons, items = items, tricky = tricky, b = b, y = y))
