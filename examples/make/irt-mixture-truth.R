# Item response in two classes: given a class, what matters of the answers are the numbers right of each kind. Abilities are
# integrated by the trapezoid rule and classes summed out, for each pair of numbers; the four parameters on a lattice.
source("make/common.R")
d <- read_data("irt-mixture")
plain <- rowSums(d$y[, d$tricky == 0]); tricky <- rowSums(d$y[, d$tricky == 1])
pairs <- unique(data.frame(plain, tricky))
pair <- match(paste(plain, tricky), paste(pairs$plain, pairs$tricky))
count <- tabulate(pair, nrow(pairs))
node <- seq(-9, 9, by = 0.15)

# The log probability of no right answer to items of a kind, for persons whose ability is x.
none <- function(x, kind) -Reduce(`+`, lapply(d$b[d$tricky == kind], function(b) log1p(exp(x - b))))

# For each point and pair: the probability of the answers in each class, with the first two moments of the ability.
classes <- function(x) {
  trick <- plogis(x[, 1]); gain <- exp(x[, 2]); mu <- x[, 3:4, drop = FALSE]
  lapply(1:2, function(k) {
    size <- c(nrow(x), length(node))
    theta <- matrix(node, size[1], size[2], byrow = TRUE)
    shifted <- theta + if (k == 2) gain else 0
    base <- none(theta, 0) + none(shifted, 1) + dnorm(theta, mu[, k], 1, log = TRUE)
    share <- if (k == 2) trick else 1 - trick
    sums <- lapply(seq_len(nrow(pairs)), function(g) {
      w <- exp(base + pairs$plain[g] * theta + pairs$tricky[g] * shifted)
      cbind(rowSums(w), w %*% node, w %*% node^2) * share
    })
    list(mass = sapply(sums, function(s) s[, 1]), first = sapply(sums, function(s) s[, 2]),
         second = sapply(sums, function(s) s[, 3]))
  })
}
shape <- function(m, x) matrix(m, nrow(x))

log_density <- function(x) {
  k <- classes(x)
  drop(log(shape(k[[1]]$mass + k[[2]]$mass, x)) %*% count) + dbeta(plogis(x[, 1]), 2, 2, log = TRUE) +
    dlogis(x[, 1], log = TRUE) + dgamma(exp(x[, 2]), 8, 4, log = TRUE) + x[, 2] + dnorm(x[, 3], log = TRUE) +
    dnorm(x[, 4], log = TRUE)
}

some <- order(abs(plain - tricky), decreasing = TRUE)[seq(1, d$persons, by = 7)]
moments <- function(x) {
  k <- classes(x)
  mass <- shape(k[[1]]$mass + k[[2]]$mass, x)
  second <- shape(k[[2]]$mass, x) / mass
  mean <- shape(k[[1]]$first + k[[2]]$first, x) / mass
  square <- shape(k[[1]]$second + k[[2]]$second, x) / mass
  own <- cbind(trick = plogis(x[, 1]), gain = exp(x[, 2]), "mu[1]" = x[, 3], "mu[2]" = x[, 4])
  in_class <- indicators(second[, pair[some], drop = FALSE])
  in_class$mean <- in_class$mean + 1
  ability <- list(mean = mean[, pair[some], drop = FALSE], variance = (square - mean^2)[, pair[some], drop = FALSE])
  for (part in c("mean", "variance")) {
    colnames(in_class[[part]]) <- paste0("class[", some, "]")
    colnames(ability[[part]]) <- paste0("theta[", some, "]")
  }
  together(certain(own), in_class, ability)
}

rows <- quadrature(log_density, c(-0.5, 0.8, 0.5, -0.4), moments, chunk = 2000)
write_truth("irt-mixture", "exact: classes and abilities summed out, 4 parameters on a lattice", rows)
