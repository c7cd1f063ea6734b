# What is known of one patient: coughs and is tired; there is no picture yet.
source("make/common.R")
write_data_json("network", list(cough = 1, tired = 1, cough.given = c(0.1, 0.7, 0.75, 0.92)))
