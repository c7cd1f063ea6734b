# The well-known published numbers (Rubin, 1981).
source("make/common.R")
write_data_json("eight-schools", list(J = 8, y = c(28, 8, -3, 7, -1, 1, 18, 12),
                                      sigma = c(15, 10, 16, 11, 9, 11, 10, 18)))
