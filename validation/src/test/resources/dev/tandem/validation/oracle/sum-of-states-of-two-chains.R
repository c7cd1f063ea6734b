W <- structure(c(1, 0.2, 0.2, 0.8), .Dim = c(2, 2))
s <- 4
