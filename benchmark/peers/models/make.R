# Simulates the data of the continuous models beside it, and of mixtures of any size: Rscript make.R
library(jsonlite)
options(digits = 10)
save <- function(name, data) {
  dir.create(name, showWarnings = FALSE)
  fields <- vapply(names(data), function(field) {
    value <- data[[field]]
    scalar <- length(value) == 1 && is.null(dim(value))
    paste0("  ", toJSON(field, auto_unbox = TRUE), ": ",
           toJSON(value, auto_unbox = scalar, digits = 6, matrix = "rowmajor"))
  }, "")
  writeLines(c("{", paste(fields, collapse = ",\n"), "}"), file.path(name, "data.json"))
}
logistic <- function(x) 1 / (1 + exp(-x))

schools <- fromJSON("../../../examples/eight-schools/data.json")
save("eight-schools-noncentred", schools)

set.seed(1)
n <- 200; K <- 8
X <- matrix(rnorm(n * K), n) + 0.7 * rnorm(n)
save("linear-regression", list(n = n, K = K, X = X, y = drop(1 + X %*% c(1, -1, 0.5, 0, 0, 2, -0.3, 0) + 1.5 * rnorm(n))))

set.seed(2)
n <- 600; K <- 3; groups <- 30
X <- matrix(rnorm(n * K), n); group <- sample(groups, n, TRUE); a <- rnorm(groups, -0.5, 0.8)
save("hierarchical-logistic", list(n = n, K = K, groups = groups, X = X, group = group,
                                   y = rbinom(n, 1, logistic(a[group] + drop(X %*% c(0.8, -0.5, 0))))))

set.seed(3)
n <- 50; x <- sort(runif(n, 0, 6))
save("gaussian-process", list(n = n, x = x, y = sin(2 * x) + 0.3 * x + 0.3 * rnorm(n)))

set.seed(4)
days <- 150; h <- numeric(days); h[1] <- -1
for (t in 2:days) h[t] <- -1 + 0.95 * (h[t - 1] + 1) + 0.3 * rnorm(1)
save("volatility", list(days = days, y = exp(h / 2) * rnorm(days)))

set.seed(5)
persons <- 100; items <- 15
theta <- rnorm(persons); a <- exp(0.4 * rnorm(items)); b <- rnorm(items)
y <- t(sapply(theta, function(ability) rbinom(items, 1, logistic(a * (ability - b)))))
save("item-response", list(persons = persons, items = items, y = y))

set.seed(6)
animals <- 30; x <- c(8, 15, 22, 29, 36)
alpha <- rnorm(animals, 242, 14); beta <- rnorm(animals, 6.2, 0.5)
y <- t(sapply(seq_len(animals), function(i) round(alpha[i] + beta[i] * (x - mean(x)) + rnorm(5, 0, 6))))
save("growth-curves", list(animals = animals, weeks = 5, x = x, y = y))

# ---- the paper's problems ------------------------------------------------------------------------------------------

# The mixture in 24 dimensions, with the means that the authors ran: permutations of (-2, 0, 2, 2).
permutations <- function(v) {
  if (length(v) == 1) return(matrix(v))
  do.call(rbind, lapply(seq_along(v), function(i) cbind(v[i], permutations(v[-i]))))
}
save("paper-mixture", list(D = 24, phi = c(0.15, 0.3, 0.3, 0.25), mu = t(permutations(c(-2, 0, 2, 2))),
                           tau = rep(1 / 3, 24)))

set.seed(7)
n <- 100; m <- 20
X <- matrix(rnorm(n * m), n) %*% chol(0.3 + 0.7 * diag(m))
save("paper-selection", list(n = n, m = m, X = X, y = rbinom(n, 1, logistic(drop(X[, 1:3] %*% c(2, -2, 1.5))))))

set.seed(8)
N <- 120; K <- 10
Sigma <- 0.5 * diag(K - 1) + 0.5
words <- matrix(rgamma(K * 200, 0.2), K); words <- words / rowSums(words)
eta <- drop(rnorm(K - 1) %*% chol(Sigma)); topic <- sample(K, N, TRUE, exp(c(0, eta)))
word <- vapply(topic, function(k) sample(200L, 1, TRUE, words[k, ]), 0L)
save("paper-topics", list(K = K, N = N, mu = rep(0, K - 1), Omega = solve(Sigma), beta = pmax(t(words[, word]), 1e-6),
                          one = rep(1, N)))
