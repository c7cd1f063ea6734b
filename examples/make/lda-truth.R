# Latent Dirichlet allocation: long JAGS runs of the model itself.
source("make/common.R")
d <- read_data("lda")
draws <- run_jags("lda/model.bug", d, c("theta", "phi", "z"),
                  function(chain) list(z = matrix(sample(d$topics, length(d$w), TRUE), d$documents)), seed = 14,
                  burnin = 5000, iterations = 200000, thin = 20)
# The word that no topic claims, and words out of their document's place.
odd <- which(d$w == 10, arr.ind = TRUE)
odd <- rbind(odd[seq_len(min(4, nrow(odd))), , drop = FALSE], cbind(1:8, 3))
shown <- c(grep("^theta", variables(draws), value = TRUE), grep("^phi", variables(draws), value = TRUE),
           unique(sprintf("z[%d,%d]", odd[, 1], odd[, 2])))
write_truth("lda", "4 JAGS runs of 200,000 iterations on the same model", from_draws(draws, shown))
