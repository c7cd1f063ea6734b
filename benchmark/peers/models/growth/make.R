# Simulates n observations of three overlapping normals: Rscript make.R N FILE
arguments <- commandArgs(trailingOnly = TRUE)
n <- as.integer(arguments[1])
set.seed(n %% 1000003)
y <- rnorm(n, c(-2, 0, 3)[sample(3, n, TRUE, c(0.3, 0.3, 0.4))])
jsonlite::write_json(list(n = n, alpha = c(2, 2, 2), y = round(y, 5)), arguments[2],
                     auto_unbox = TRUE, digits = 6)
