# Simulates 58 or so trees in 12 plots of 5 regions.
source("make/common.R")
set.seed(119)
region <- c(1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5)
count <- sample(2:8, 12, TRUE)
plot <- rep(1:12, count)
trees <- length(plot)
girth <- round(exp(rnorm(trees, 0, 0.4)), 2)
a <- rnorm(5, 0, 0.4); b <- rnorm(12, 0, 0.3)
mass <- round(exp(1 + a[region[plot]] + b[plot] + 2.3 * log(girth) + rnorm(trees, 0, 0.5)), 2)
write_data_json("ragged", list(trees = trees, region = region, plot = plot, start = cumsum(c(1, count)), girth = girth,
                               mass = mass))
