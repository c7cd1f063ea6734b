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
