W <- structure(c(0.36, 0.6, 0.35, 0.2), .Dim = c(2, 2))
s <- 3
