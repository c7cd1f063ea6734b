# Starting values that JAGS needs to begin at a possible state; Tandem finds its own.
starts <- list(
  occupancy = function(d) list(z = rep(1, d$sites)),
  nmixture = function(d) list(N = apply(d$y, 1, max) + 1),
  "dail-madsen" = function(d) {
    most <- apply(d$y, 1:2, max)
    list(N = cbind(most[, 1] + 1, matrix(NA, d$sites, d$years - 1)), S = 0 * most[, -1], G = most[, -1] + 1)
  },
  "dynamic-occupancy" = function(d) list(z = matrix(1, d$sites, d$years)),
  "false-positives" = function(d) list(z = rep(1, d$sites)),
  community = function(d) list(member = rep(1, d$candidates), z = matrix(1, d$candidates, d$sites)),
  spatial = function(d) {
    # At the cell that is nearest to the traps where it was caught.
    near <- apply(d$y, 1, function(caught) which.min(d$d2 %*% (caught + 1e-6)))
    list(member = rep(1, d$candidates), home = near, p0 = 0.5, sigma = 2.5)
  },
  multistate = function(d) {
    # Where it was seen last, until the end.
    list(s = t(sapply(1:d$animals, function(i) {
      state <- rep(NA, d$occasions)
      at <- d$where[i]
      for (t in seq_len(d$occasions)) {
        if (t > d$first[i]) {
          at <- if (d$y[i, t] < 3) d$y[i, t] else at
          state[t] <- at
        }
      }
      state
    })))
  },
  zip = function(d) list(suitable = rep(1, d$n)),
  survival = function(d) list(time = ifelse(d$cut == 1, d$limit + 1, NA)),
  rasch = function(d) list(knows = d$y),
  "closed-population" = function(d) list(member = rep(1, d$M)),
  cjs = function(d) list(z = t(sapply(1:d$animals, function(i) ifelse(1:d$occasions > d$first[i], 1, NA))))
)
