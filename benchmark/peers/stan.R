# One run of Stan by rstan: Rscript stan.R MODEL DATA MONITORS(comma) CHAINS WARMUP DRAWS SEED FOLDER
started <- Sys.time()
suppressPackageStartupMessages(library(rstan))
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
arguments <- commandArgs(trailingOnly = TRUE)
monitors <- strsplit(arguments[3], ",")[[1]]
chains <- as.integer(arguments[4]); warmup <- as.integer(arguments[5]); draws <- as.integer(arguments[6])
seed <- as.integer(arguments[7]); folder <- arguments[8]

# The C++ compiler is a child of this process: its time counts.
clock <- function() sum(proc.time()[c(1, 2, 4, 5)], na.rm = TRUE)
cached <- file.path(Sys.getenv("PEERS_CACHE", folder), paste0(basename(dirname(arguments[1])), ".rds"))
began <- clock()
# Debian has Boost among the system's headers, where rstan does not look.
boost <- if (dir.exists(system.file("include", "boost", package = "BH"))) NULL else "/usr/include"
if (file.exists(cached)) {
  kept <- readRDS(cached)
  model <- kept$model; compile <- kept$compile
} else {
  model <- suppressMessages(stan_model(arguments[1], boost_lib = boost))
  compile <- clock() - began
  saveRDS(list(model = model, compile = compile), cached)
}
reading <- clock() - began
data <- read_data(arguments[2])
fit <- sampling(model, data, chains = chains, cores = 1, warmup = warmup, iter = warmup + draws, seed = seed,
                refresh = 0, show_messages = FALSE)
times <- get_elapsed_time(fit)
values <- extract(fit, monitors, permuted = FALSE)  # draw, chain, element
out <- file(file.path(folder, "draws.bin"), "wb")
for (chain in seq_len(chains)) writeBin(as.vector(values[, chain, ]), out, size = 8, endian = "little")
close(out)
jsonlite::write_json(list(names = dimnames(values)[[3]], chains = chains, draws = draws, compile = compile,
                          warmup = sum(times[, "warmup"]), sampling = sum(times[, "sample"]),
                          divergences = get_num_divergent(fit),
                          unused = reading - compile),
                     file.path(folder, "run.json"), auto_unbox = TRUE, digits = NA)
