# Simulates a family of 14 in three generations; two grandchildren are not examined.
source("make/common.R")
set.seed(121)
founders <- 5
mother <- c(rep(NA, 5), 1, 1, 1, 3, 3, 6, 6, 7, 7)
father <- c(rep(NA, 5), 2, 2, 2, 4, 4, 9, 9, 10, 5)
people <- length(mother)
half <- c(0, 0.5, 1)                                     # P(a genotype hands on allele A)
child <- t(sapply(1:9, function(row) {
  m <- half[(row - 1) %/% 3 + 1]
  f <- half[(row - 1) %% 3 + 1]
  c((1 - m) * (1 - f), m * (1 - f) + f * (1 - m), m * f)
}))
g <- integer(people)
for (i in 1:people) {
  p <- if (i <= founders) c(0.36, 0.48, 0.16) else child[3 * (g[mother[i]] - 1) + g[father[i]], ]
  g[i] <- sample(3, 1, prob = p)
}
who <- setdiff(1:people, c(12, 14))
ill <- rbinom(length(who), 1, c(0.08, 0.08, 0.8)[g[who]])
write_data_json("pedigree", list(founders = founders, people = people, mother = mother, father = father, child = child,
                                 examined = length(who), who = who, ill = ill))
