# Simulates 60 years of accidents whose rate falls after year 34.
source("make/common.R")
set.seed(105)
years <- 60
accidents <- rpois(years, ifelse(1:years <= 34, 2.6, 1.3))
write_data_R("changepoint", list(years = years, accidents = accidents))
