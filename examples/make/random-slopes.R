# Simulates 15 children measured three to seven times each.
source("make/common.R")
set.seed(117)
children <- 15
child <- rep(1:children, sample(3:7, children, TRUE))
visits <- length(child)
age <- round(runif(visits, -2, 2), 2)
u <- matrix(rnorm(2 * children), children) %*% chol(matrix(c(1, 0.3, 0.3, 0.25), 2))
height <- round(4 + u[child, 1] + (1.2 + u[child, 2]) * age + rnorm(visits, 0, 0.6), 2)
write_data_R("random-slopes", list(children = children, visits = visits, child = child, age = age, height = height,
                                   zero = c(0, 0), vague = diag(0.01, 2), R = matrix(c(2, 0, 0, 0.5), 2)))
