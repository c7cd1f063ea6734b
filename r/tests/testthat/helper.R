# What tests share.

# What sessions would leave for later ones is tested where it is asked for.
Sys.setenv(TANDEM_KEEP = "no")

line <- "model {
  mu ~ dnorm(0, 0.01)
  for (i in 1:length(y)) { y[i] ~ dnorm(mu, 1) }
}"

grid <- "model {
  mu ~ dnorm(0, 0.01)
  for (i in 1:2) { for (j in 1:3) {
    b[i,j] ~ dnorm(100 * i + 10 * j, 100)
    y[i,j] ~ dnorm(mu, 1)
  } }
  k ~ dcat(w[])
}"

# Whether a process runs; one that has ended and was not waited for does not.
running <- function(pid) {
    # The file goes with the process, at any moment.
    stat <- tryCatch(suppressWarnings(readLines(file.path("/proc", pid, "stat"))), error = function(e) ") Z")
    !grepl(") Z", stat[1], fixed = TRUE)
}

# Another R that runs these lines, once it has printed a number; that number, and the process.
started <- function(...) {
    file <- tempfile(fileext = ".R")
    writeLines(c("suppressPackageStartupMessages(library(tandem))", "m <- tandem_model('model { mu ~ dnorm(0, 1)  y ~ dnorm(mu, 1) }')", ...), file)
    r <- processx::process$new(file.path(R.home("bin"), "Rscript"), c("--vanilla", file), stdout = "|", stderr = "2>&1",
                               env = c("current", R_LIBS = paste(.libPaths(), collapse = ":")))
    printed <- character()
    while (!length(printed) && r$is_alive()) {
        r$poll_io(1000)
        printed <- r$read_output_lines(1)
    }
    list(process = r, number = as.integer(printed))
}

gone <- function(pid) {
    for (i in 1:600) {
        if (!running(pid)) return(TRUE)
        Sys.sleep(0.1)
    }
    FALSE
}

# The command line, on the same Java and the same jar.
run_command <- function(...) {
    said <- suppressWarnings(system2(tandem:::java_path(), c("-jar", tandem:::jar_path(), ...), stdout = TRUE, stderr = TRUE))
    if (!is.null(attr(said, "status"))) stop(paste(said, collapse = "\n"))
    said
}
