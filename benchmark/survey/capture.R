# Runs one script of a book as far as it goes and keeps what it would have given to BUGS or JAGS: one folder for each call.
# Rscript capture.R SCRIPT CASES PREFIX PACKAGE-SOURCE.. (folders with R/ and data/ of packages that need not be installed)
# Scripts run in the global environment, which is theirs: what is here must not be overwritten by them.
local({
arguments <- commandArgs(trailingOnly = TRUE)
script <- arguments[1]; cases <- arguments[2]; prefix <- arguments[3]; sources <- arguments[-(1:3)]
# Starts for four chains, three times: those that are drawn may be impossible by chance.
STARTS <- 12
SECONDS_AN_EXPRESSION <- as.numeric(Sys.getenv("CAPTURE_SECONDS", "60"))
options(device = function(...) pdf(NULL), warn = -1)
pdf(NULL)

# ---- what is kept ------------------------------------------------------------------------------------------------

json <- function(value) {
  if (is.data.frame(value)) value <- data.matrix(value)
  if (is.factor(value)) value <- as.integer(value)
  if (is.null(dim(value)) && length(value) == 1) numbers(value) else nested(array(numbers(value), if (is.null(dim(value))) length(value) else dim(value)))
}
# By rows: the first index is the outermost list.
nested <- function(text) {
  if (length(dim(text)) == 1) return(paste0("[", paste(text, collapse = ","), "]"))
  inner <- dim(text)[-1]
  rows <- matrix(text, nrow = dim(text)[1])
  paste0("[", paste(apply(rows, 1, function(row) nested(array(row, inner))), collapse = ","), "]")
}
# The shortest of two forms that R reads back to the same number.
numbers <- function(values) {
  values <- as.vector(values) + 0
  short <- sprintf("%.15g", values)
  text <- ifelse(as.numeric(short) == values, short, sprintf("%.17g", values))
  ifelse(is.na(values), "null", text)
}
object <- function(values) {
  parts <- vapply(names(values), function(name) paste0('"', name, '": ', json(values[[name]])), "")
  paste0("{\n", paste(parts, collapse = ",\n"), "\n}\n")
}

calls <- 0; kept <- 0; in_expression <- 0; seen <- character()
note <- function(...) cat(prefix, "\t", ..., "\n", sep = "", file = file.path(cases, "captured.tsv"), append = TRUE)

keep <- function(data, inits, parameters.to.save, model.file, frame, engine) {
  calls <<- calls + 1
  in_expression <<- in_expression + 1
  # A loop over simulated data sets is one case.
  if (in_expression > 1) stop("one call of each expression is enough")
  # What follows is not the script's time.
  setTimeLimit()
  if (!is.character(model.file) || !file.exists(model.file)) {
    note(engine, "\tnot kept: no model file")
    return(dummy())
  }
  named <- is.null(names(data)) && all(vapply(data, is.character, TRUE))
  if (named) data <- mget(unlist(data), envir = frame, inherits = TRUE)
  if (any(lengths(data) == 0)) {
    # Taken from the results of a fit, which there is none of.
    note(engine, "\tnot kept: its data need the results of another call")
    return(dummy())
  }
  model <- readLines(model.file, warn = FALSE, encoding = "latin1")
  model <- iconv(model, "latin1", "ASCII", sub = "?")
  starts <- list()
  if (is.function(inits)) {
    # Starts must not change what the script draws next.
    random <- get(".Random.seed", globalenv())
    starts <- lapply(seq_len(STARTS), function(chain) { set.seed(chain); try(inits(), silent = TRUE) })
    assign(".Random.seed", random, globalenv())
    if (any(vapply(starts, inherits, TRUE, "try-error"))) { note(engine, "\tits starts failed"); starts <- list() }
  } else if (is.list(inits) && length(inits) > 0 && is.list(inits[[1]])) {
    starts <- rep_len(inits, max(4, length(inits)))
  }
  content <- paste(c(model, object(data)), collapse = "\n")
  if (content %in% seen) {
    note(engine, "\tseen before")
    return(dummy())
  }
  seen <<- c(seen, content)
  kept <<- kept + 1
  name <- sprintf("%s-%d", prefix, kept)
  folder <- file.path(cases, name)
  dir.create(folder, recursive = TRUE, showWarnings = FALSE)
  writeLines(model, file.path(folder, "model.bug"))
  cat(object(data), file = file.path(folder, "data.json"))
  for (chain in seq_along(starts)) cat(object(starts[[chain]]), file = file.path(folder, sprintf("inits%d.json", chain)))
  writeLines(setdiff(unique(parameters.to.save), "deviance"), file.path(folder, "monitor.txt"))
  note(engine, "\t", name, "\t", basename(model.file))
  dummy()
}
dummy <- function() structure(list(), class = "nothing")

# ---- what scripts call -------------------------------------------------------------------------------------------

played <- c("AHMbook", "jagsUI", "R2WinBUGS", "R2OpenBUGS", "rjags", "unmarked")
stubs <- new.env(parent = environment())
local({
  jags <- autojags <- jags.basic <- function(data, inits = NULL, parameters.to.save, model.file, ...) {
    keep(data, inits, parameters.to.save, model.file, parent.frame(), "jags")
  }
  bugs <- function(data, inits = NULL, parameters.to.save, model.file = "model.bug", ...) {
    keep(data, inits, parameters.to.save, model.file, parent.frame(), "bugs")
  }
  # A package that is installed is loaded, but for those that are played here.
  library <- require <- function(package, ...) {
    name <- as.character(substitute(package))
    if (!name %in% played && nzchar(base::system.file(package = name))) suppressMessages(base::library(name, character.only = TRUE))
    invisible(TRUE)
  }
  detach <- function(...) invisible(NULL)
  View <- browser <- readline <- function(...) invisible("")
  devAskNewPage <- function(...) invisible(FALSE)
  # Data and other files of packages, from their sources.
  data <- function(..., package = NULL, envir = globalenv()) {
    names <- as.character(substitute(list(...)))[-1]
    for (name in names) for (folder in sources) for (ending in c(".rda", ".RData")) {
      file <- file.path(folder, "data", paste0(name, ending))
      if (file.exists(file)) base::load(file, envir = globalenv())
    }
    invisible(names)
  }
  system.file <- function(..., package = "base") {
    for (folder in sources) {
      file <- file.path(folder, "inst", ...)
      if (file.exists(file)) return(file)
    }
    ""
  }
  source <- function(file, ...) {
    beside <- file.path(dirname(script), basename(file))
    run(if (file.exists(beside)) beside else file)
  }
  system <- system2 <- shell <- download.file <- install.packages <- unlink <- file.remove <-
    function(...) stop("not while capturing")
  setwd <- function(...) invisible(getwd())
  # Of packages that scripts simulate with, for pictures only.
  rasterFromXYZ <- function(xyz, ...) matrix(xyz[, 3], nrow = length(unique(xyz[, 1])))
  draw.circle <- function(...) invisible(NULL)
  # Enough of unmarked for scripts that put data into its frames and take them out again.
  setClass("frame_of_data", representation(y = "ANY", siteCovs = "ANY", obsCovs = "ANY"), where = globalenv())
  frame_of_data <- function(y, siteCovs = NULL, obsCovs = NULL, ...) {
    by_row <- function(value) if (is.data.frame(value) || !is.list(value)) value else as.data.frame(lapply(value, function(v) as.vector(t(as.matrix(v)))))
    new("frame_of_data", y = as.matrix(y), siteCovs = if (is.null(siteCovs)) NULL else as.data.frame(siteCovs), obsCovs = by_row(obsCovs))
  }
  unmarkedFramePCount <- unmarkedFrameOccu <- unmarkedFrameMPois <- unmarkedFrameGMM <- unmarkedFrameDS <-
    unmarkedFrameGDS <- unmarkedFrameGPC <- frame_of_data
  getY <- function(frame) frame@y
  siteCovs <- function(frame) frame@siteCovs
  obsCovs <- function(frame) frame@obsCovs
  `siteCovs<-` <- function(frame, value) { frame@siteCovs <- value; frame }
}, envir = stubs)

# ---- the script --------------------------------------------------------------------------------------------------

failures <- character()
run <- function(file) {
  text <- iconv(readLines(file, warn = FALSE), "latin1", "ASCII", sub = "?")
  expressions <- tryCatch(parse(text = text, keep.source = FALSE), error = function(e) { failures <<- c(failures, conditionMessage(e)); NULL })
  for (i in seq_along(expressions)) {
    in_expression <<- 0
    tryCatch({
      setTimeLimit(elapsed = SECONDS_AN_EXPRESSION, transient = TRUE)
      eval(expressions[[i]], globalenv())
    }, error = function(e) {
      failures <<- c(failures, paste0(deparse(expressions[[i]], nlines = 1)[1], ": ", conditionMessage(e)))
    }, finally = setTimeLimit())
  }
}
# The functions of packages lie under the stubs, which lie under what scripts define themselves.
packages <- new.env(parent = parent.env(globalenv()))
for (folder in sources[1]) for (file in list.files(file.path(folder, "R"), full.names = TRUE)) {
  try(sys.source(file, packages), silent = TRUE)
}
environments <- list(packages = packages, stubs = stubs)
for (name in names(environments)) {
  attach(environments[[name]], name = name, warn.conflicts = FALSE)
}
# Functions of packages see the stubs too.
parent.env(packages) <- globalenv()
# The same cases each time, also from scripts that set no seed.
set.seed(1)
run(script)
# Models are written by sink() and cat(), which a failure may leave open.
while (sink.number() > 0) sink()
writeLines(failures, file.path(cases, paste0(prefix, ".failures.txt")))
cat(sprintf("%s: %d calls, %d cases, %d expressions failed\n", prefix, calls, kept, length(failures)))
}, envir = new.env(parent = as.environment("package:stats")))
