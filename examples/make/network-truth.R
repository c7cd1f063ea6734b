# Diagnostic network: all states are enumerated.
source("make/common.R")
d <- read_data("network")
s <- expand.grid(travelled = 0:1, smokes = 0:1, tuberculosis = 0:1, cancer = 0:1, bronchitis = 0:1, shadow = 0:1)
b <- function(x, p) x * p + (1 - x) * (1 - p)
lungs <- pmax(s$tuberculosis, s$cancer)
w <- b(s$travelled, 0.05) * b(s$smokes, 0.4) * b(s$tuberculosis, 0.01 + 0.07 * s$travelled) *
  b(s$cancer, 0.01 + 0.08 * s$smokes) * b(s$bronchitis, 0.25 + 0.3 * s$smokes) * b(s$shadow, 0.04 + 0.93 * lungs) *
  b(d$cough, d$cough.given[1 + lungs + 2 * s$bronchitis]) * b(d$tired, 0.2 + 0.5 * lungs)
w <- w / sum(w)
rows <- do.call(rbind, lapply(names(s), function(n) exact_indicator(n, sum(w * s[[n]]))))
write_truth("network", "all states enumerated (exact)", rows, exact_indicator("lungs", sum(w * lungs)))
