# Starting values that JAGS needs to begin at a possible state; Tandem finds its own.
starts <- list(
  occupancy = function(d) list(z = rep(1, d$sites)),
  nmixture = function(d) list(N = apply(d$y, 1, max) + 1),
  "dail-madsen" = function(d) {
    most <- apply(d$y, 1:2, max)
    list(N = cbind(most[, 1] + 1, matrix(NA, d$sites, d$years - 1)), S = 0 * most[, -1], G = most[, -1] + 1)
  },
  zip = function(d) list(suitable = rep(1, d$n)),
  survival = function(d) list(time = ifelse(d$cut == 1, d$limit + 1, NA)),
  rasch = function(d) list(knows = d$y),
  "closed-population" = function(d) list(member = rep(1, d$M)),
  cjs = function(d) list(z = t(sapply(1:d$animals, function(i) ifelse(1:d$occasions > d$first[i], 1, NA))))
)
