x <- structure(c(1, NA, 0, NA), .Dim = c(2, 2))
y <- 0.3
