# Simulates 8 documents of 25 words on 3 topics, from a vocabulary of 10.
source("make/common.R")
set.seed(114)
documents <- 8; words <- 25; topics <- 3; vocabulary <- 10
gammas <- function(shape) { g <- rgamma(length(shape), shape); g / sum(g) }
seed <- matrix(0.6, topics, vocabulary)
seed[1, 1:3] <- 5; seed[2, 4:6] <- 5; seed[3, 7:9] <- 5
phi <- t(apply(seed, 1, gammas))
w <- t(replicate(documents, {
  z <- sample(topics, words, TRUE, gammas(rep(0.8, topics)))
  sapply(z, function(k) sample(vocabulary, 1, prob = phi[k, ]))
}))
write_data_json("lda", list(documents = documents, words = words, topics = topics, vocabulary = vocabulary,
                            alpha = rep(0.8, topics), seed = seed, w = w))
