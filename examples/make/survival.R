# Simulates 60 patients, half of them treated, followed for a limited time.
source("make/common.R")
set.seed(111)
patients <- 60
treated <- rep(0:1, patients / 2)
time <- round(rweibull(patients, 1.4, 2 * exp(0.6 * treated / 1.4)), 3)
limit <- round(runif(patients, 1, 6), 2)
cut <- as.numeric(time > limit)
time[cut == 1] <- NA
write_data_R("survival", list(patients = patients, treated = treated, time = time, limit = limit, cut = cut))
