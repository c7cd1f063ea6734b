# Simulates 60 items of 3 classes seen by 5 raters; one answer in six was never given.
source("make/common.R")
set.seed(113)
items <- 60; raters <- 5; classes <- 3
class <- sample(classes, items, TRUE, c(0.5, 0.3, 0.2))
skill <- c(0.85, 0.75, 0.65, 0.6, 0.5)
pairs <- expand.grid(item = 1:items, rater = 1:raters)
pairs <- pairs[sort(sample(nrow(pairs), 250)), ]
answer <- mapply(function(i, r) {
  probability <- rep((1 - skill[r]) / 2, 3)
  probability[class[i]] <- skill[r]
  sample(classes, 1, prob = probability)
}, pairs$item, pairs$rater)
write_data_json("dawid-skene", list(items = items, raters = raters, classes = classes, answers = nrow(pairs),
                                    item = pairs$item, rater = pairs$rater, answer = answer,
                                    belief = matrix(1, 3, 3) + diag(3, 3), even = c(2, 2, 2)))
