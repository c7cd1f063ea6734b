# Simulates 40 persons answering 10 items with about one chance in four to guess right.
source("make/common.R")
set.seed(115)
persons <- 40; items <- 10
theta <- rnorm(persons)
b <- seq(-1.5, 1.5, length.out = items)
knows <- matrix(rbinom(persons * items, 1, plogis(outer(theta, b, "-"))), persons)
y <- pmax(knows, matrix(rbinom(persons * items, 1, 0.25), persons))
write_data_json("rasch", list(persons = persons, items = items, y = y))
