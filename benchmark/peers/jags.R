# One run of JAGS: Rscript jags.R MODEL DATA MONITORS(comma) CHAINS WARMUP DRAWS SEED FOLDER [MODULE..]
started <- Sys.time()
suppressPackageStartupMessages(library(rjags))
library(jsonlite, warn.conflicts = FALSE)
arguments <- commandArgs(trailingOnly = TRUE)
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "../../examples/make/starts.R"))
monitors <- strsplit(arguments[3], ",")[[1]]
chains <- as.integer(arguments[4]); warmup <- as.integer(arguments[5]); draws <- as.integer(arguments[6])
seed <- as.integer(arguments[7]); folder <- arguments[8]
for (module in arguments[-(1:8)]) invisible(suppressMessages(load.module(module, quiet = TRUE)))

data <- read_data(arguments[2])
name <- basename(dirname(arguments[1]))
start <- if (is.null(starts[[name]])) list() else starts[[name]](data)
inits <- lapply(seq_len(chains), function(chain) {
  c(start, list(.RNG.name = "base::Mersenne-Twister", .RNG.seed = 1000 * seed + chain))
})
clock <- function() sum(proc.time()[1:2])
t0 <- clock()
compiled <- suppressWarnings(jags.model(arguments[1], data, inits, n.chains = chains, n.adapt = 0, quiet = TRUE))
t1 <- clock()
# Half of warmup adapts, half burns in, as in the manual.
adapt(compiled, ceiling(warmup / 2), end.adaptation = TRUE, progress.bar = "none")
update(compiled, floor(warmup / 2), progress.bar = "none")
t2 <- clock()
w2 <- Sys.time()
first <- as.numeric(Sys.time() - started, units = "secs")
samples <- jags.samples(compiled, monitors, draws, progress.bar = "none")
t3 <- clock()
w3 <- Sys.time()

# jags.samples gives arrays of element x .. x draw x chain; files have chain, element, draw.
out <- file(file.path(folder, "draws.bin"), "wb")
names <- character()
parts <- lapply(monitors, function(monitor) {
  value <- samples[[monitor]]
  extents <- dim(value)[seq_len(length(dim(value)) - 2)]
  elements <- prod(extents)
  list(names = element_names(monitor, extents), values = array(value, c(elements, draws, chains)))
})
for (chain in seq_len(chains)) {
  for (part in parts) writeBin(as.vector(t(part$values[, , chain])), out, size = 8, endian = "little")
}
close(out)
write_json(list(names = unlist(lapply(parts, `[[`, "names")), chains = chains, draws = draws, compile = t1 - t0,
                warmup = t2 - t1, sampling = t3 - t2,
                sampling_wall = as.numeric(w3 - w2, units = "secs"), first_draw_wall = first,
                samplers = unique(names(list.samplers(compiled)))),
           file.path(folder, "run.json"), auto_unbox = TRUE, digits = NA)
