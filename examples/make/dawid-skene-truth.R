# Dawid-Skene: long JAGS runs of the model itself.
source("make/common.R")
d <- read_data("dawid-skene")
draws <- run_jags("dawid-skene/model.bug", d, c("pi", "theta", "class"),
                  function(chain) list(class = sample(d$classes, d$items, TRUE)), seed = 13, burnin = 5000,
                  iterations = 200000, thin = 10)
votes <- table(factor(d$item, 1:d$items), d$answer)
doubtful <- order(apply(votes, 1, max) / rowSums(votes))[1:12]
shown <- c("pi[1]", "pi[2]", "pi[3]", grep("^theta", variables(draws), value = TRUE), paste0("class[", doubtful, "]"))
write_truth("dawid-skene", "4 JAGS runs of 200,000 iterations on the same model", from_draws(draws, shown))
