# One run of NIMBLE with its default samplers:
# Rscript nimble.R MODEL DATA MONITORS(comma) CHAINS WARMUP DRAWS SEED FOLDER PROBLEM
suppressPackageStartupMessages(library(nimble))
arguments <- commandArgs(trailingOnly = TRUE)
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "../../examples/make/starts.R"))
monitors <- strsplit(arguments[3], ",")[[1]]
chains <- as.integer(arguments[4]); warmup <- as.integer(arguments[5]); draws <- as.integer(arguments[6])
seed <- as.integer(arguments[7]); folder <- arguments[8]; problem <- arguments[9]
if (basename(arguments[1]) == "nimble-ecology.bug") suppressPackageStartupMessages(library(nimbleEcology))
nimbleOptions(verbose = FALSE, MCMCprogressBar = FALSE)
# The C++ compiler is a child of this process: its time counts.
clock <- function() sum(proc.time()[c(1, 2, 4, 5)], na.rm = TRUE)

began <- clock()
data <- read_data(arguments[2])
start <- if (is.null(starts[[problem]])) list() else starts[[problem]](data)
model <- readBUGSmodel(arguments[1], data = data, inits = start, calculate = FALSE)
defined <- model$getVarNames()
monitors <- intersect(monitors, defined)
compiled <- compileNimble(model)
mcmc <- compileNimble(buildMCMC(configureMCMC(model, monitors = monitors, print = FALSE)), project = model)
ready <- clock()
warming <- sampling <- 0
blocks <- list()
for (chain in seq_len(chains)) {
  set.seed(1000 * seed + chain)
  t0 <- clock()
  # What has no start is drawn from its prior.
  compiled$setInits(start)
  unset <- model$getNodeNames(stochOnly = TRUE, includeData = FALSE)
  given <- model$expandNodeNames(names(start))
  compiled$simulate(setdiff(model$getNodeNames(includeData = FALSE), given))
  compiled$calculate()
  mcmc$run(warmup)
  t1 <- clock()
  mcmc$run(draws, reset = FALSE, resetMV = TRUE)
  sampling <- sampling + clock() - t1
  warming <- warming + t1 - t0
  blocks[[chain]] <- as.matrix(mcmc$mvSamples)
}
# Elements are called z[1, 2] here, z[1,2] elsewhere.
out <- file(file.path(folder, "draws.bin"), "wb")
for (block in blocks) writeBin(as.vector(block), out, size = 8, endian = "little")
close(out)
jsonlite::write_json(list(names = gsub(" ", "", colnames(blocks[[1]])), chains = chains, draws = draws, compile = ready - began,
                          warmup = warming, sampling = sampling),
                     file.path(folder, "run.json"), auto_unbox = TRUE, digits = NA)
