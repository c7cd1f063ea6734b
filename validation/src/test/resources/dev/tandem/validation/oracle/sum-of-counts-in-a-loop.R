lam <- c(1, 3)
s <- 6
