# Counts the animals of the example cjs: made from its data, not simulated.
source("make/common.R")
d <- read_data("cjs")
end <- d$occasions
m <- array(0, c(2, end - 1, end))
for (i in 1:d$animals) {
  at <- which(d$y[i, ] == 1)
  at <- sort(unique(c(d$first[i], at[at >= d$first[i]])))
  for (k in seq_along(at)) {
    if (at[k] < end) {
      to <- if (k < length(at)) at[k + 1] - 1 else end
      m[d$sex[i], at[k], to] <- m[d$sex[i], at[k], to] + 1
    }
  }
}
write_data_json("m-array", list(occasions = end, effort = d$effort, m = m, released = apply(m, 1:2, sum)))
