test_that("a process that has died is said and replaced", {
    fit <- tandem_model(line)$sample(list(y = 1), draws = 50, warmup = 50, chains = 1)
    tools::pskill(tandem:::.state$process$get_pid(), 9)
    expect_error(fit$draws(), class = "tandem_session_error")
    again <- tandem_model(line)$sample(list(y = 1), draws = 50, warmup = 50, chains = 1)
    expect_error(fit$draws(), "sample again")
    expect_equal(dim(again$draws()), c(50, 1, 1))
})

test_that("a killed R leaves no Java", {
    skip_on_os(c("windows", "mac"))
    other <- started("cat(tandem:::.state$process$get_pid(), '\\n'); flush(stdout())",
                     "m$sample(list(y = 1), draws = 100000, thin = 5000, warmup = 50, chains = 1)")
    expect_true(running(other$number))
    Sys.sleep(0.5)
    other$process$kill_tree()
    expect_true(gone(other$number))
})

test_that("an interrupt keeps what was drawn", {
    skip_on_os(c("windows", "mac"))
    # It interrupts itself: how long another process takes until there are draws depends on the machine.
    other <- started(
        "cat(Sys.getpid(), '\\n'); flush(stdout())",
        "seen <- function(event) {",
        "    drawn <- length(event$chains) && event$chains[[1]]$iteration > 50 + 2 * 5000",
        "    if (drawn && !done) { done <<- TRUE; tools::pskill(Sys.getpid(), 2) }",
        "}",
        "done <- FALSE",
        "assignInNamespace('show_progress', seen, 'tandem')",
        "fit <- m$sample(list(y = 1), draws = 100000, thin = 5000, warmup = 50, chains = 1, progress = TRUE)",
        "cat('kept', fit$stopped, fit$iterations > 0, dim(fit$draws())[3], '\\n')")
    other$process$wait(60000)
    expect_match(paste(other$process$read_all_output_lines(), collapse = "\n"), "kept TRUE TRUE 1")
})

# A program in the place of Java, which answers every line with this one.
impostor <- function(answer) {
    file <- tempfile()
    writeLines(c("#!/bin/sh", "while read -r line; do", paste0("printf '%s\\n' '", answer, "'"), "done"), file)
    Sys.chmod(file, "755")
    file
}

test_that("a program of another protocol is refused and ended, and so is one of none", {
    skip_on_os("windows")
    tandem_shutdown()
    on.exit(Sys.unsetenv("TANDEM_JAVA"))
    numbers <- tandem:::.state$number
    Sys.setenv(TANDEM_JAVA = impostor(paste0(
        '{"id":', numbers + 1, ',"error":{"kind":"protocol","message":"this program speaks version 0 of the protocol, not 1"}}')))
    expect_error(tandem_model(line), "speaks version 0", class = "tandem_protocol_error")
    expect_null(tandem:::.state$process)
    Sys.setenv(TANDEM_JAVA = impostor("usage: java"))
    expect_error(tandem_model(line), "does not speak the protocol of Tandem; it said: usage: java", class = "tandem_session_error")
    expect_null(tandem:::.state$process)
    Sys.setenv(TANDEM_JAVA = "/no/such/java")
    expect_error(tandem_model(line), "which is no file", class = "tandem_session_error")
    Sys.unsetenv("TANDEM_JAVA")
    expect_s3_class(tandem_model(line), "tandem_model")
    expect_error(tandem:::request(list(do = "hello", protocol = 99L)), "speaks version 1", class = "tandem_protocol_error")
})

test_that("a session leaves what Java has loaded for the next", {
    skip_on_os(c("windows", "mac"))
    cache <- tempfile("cache")
    session <- function(...) {
        other <- started(sprintf("Sys.setenv(TANDEM_KEEP = '', R_USER_CACHE_DIR = '%s'); tandem_shutdown()", cache),
                         "m <- tandem_model('model { mu ~ dnorm(0, 1)  y ~ dnorm(mu, 1) }')",
                         "cat(tandem:::.state$process$get_pid(), '\\n'); flush(stdout())", ...,
                         "cat('recording', !is.null(tandem:::.state$recording), '\\n')")
        other$process$wait(120000)
        said <- other$process$read_all_output()
        expect_true(gone(other$number))
        grepl("recording TRUE", said)
    }
    archives <- function() list.files(cache, "^session-.*[.](aot|jsa)$", recursive = TRUE, full.names = TRUE)
    sample <- "fit <- m$sample(list(y = 1), draws = 50, warmup = 50, chains = 1)"
    # One in which nothing was sampled leaves nothing.
    expect_true(session())
    expect_length(archives(), 0)
    expect_true(session(sample))
    for (i in 1:300) if (isTRUE(file.size(archives()) > 1e6)) break else Sys.sleep(0.1)
    expect_gt(file.size(archives()), 1e6)
    expect_false(session(sample))
})
