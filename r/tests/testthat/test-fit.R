# What users of other packages look for in a fit: parts of it, predictions for new data, and a file that outlives the session.

line <- "model {
  for (i in 1:n) { y[i] ~ dnorm(a + b[g[i]] * x[i], 4) }
  a ~ dnorm(0, 0.01)
  for (k in 1:2) { b[k] ~ dnorm(0, 0.01) }
}"
data <- list(n = 6, x = c(0, 1, 2, 0, 1, 2), g = factor(c("north", "north", "north", "south", "south", "south")),
             y = c(1.1, 2.9, 5.2, 0.8, 0.2, -1.1))

sampled <- function(...) tandem_model(line)$sample(data, draws = 200, warmup = 200, chains = 2, progress = FALSE, ...)

test_that("parts of a fit are chosen by name", {
    fit <- sampled()
    expect_equal(fit$summary("b")$variable, c("b[1]", "b[2]"))
    expect_equal(fit$summary("b[2]")$variable, "b[2]")
    expect_equal(summary(fit, c("a", "b[1]"))$variable, c("a", "b[1]"))
    expect_equal(fit$summary("b[2]"), subset(fit$summary(), variable == "b[2]"), ignore_attr = TRUE)
    expect_error(fit$summary("beta"), "no variable beta; it has a, b", class = "tandem_request_error")
    expect_error(fit$summary(2), "variables must be names", class = "tandem_request_error")
})

test_that("draws come in the forms of package posterior, and as matrix and data frame", {
    fit <- sampled()
    expect_s3_class(fit$draws("b", format = "df"), "draws_df")
    expect_s3_class(fit$draws(format = "draws_rvars"), "draws_rvars")
    expect_error(fit$draws(format = "xls"), "one of array, df", class = "tandem_request_error")
    expect_equal(dim(as.matrix(fit)), c(400L, 3L))
    expect_equal(unname(as.matrix(fit)[201:400, "a"]), as.vector(fit$draws("a")[, 2, 1]))
    expect_equal(nrow(as.data.frame(fit)), 400L)
    grDevices::pdf(NULL)
    on.exit(grDevices::dev.off())
    expect_identical(plot(fit, "b[1]"), fit)
})

test_that("new data are predicted as the command line does", {
    fit <- sampled()
    new <- list(n = 2, x = c(10, 10), g = c(1, 2))
    predicted <- predict(fit, new)
    expect_equal(dimnames(predicted)[[3]], c("y[1]", "y[2]"))
    draws <- fit$draws()
    expected <- colMeans(as.matrix(fit)) %*% rbind(c(1, 1), c(10, 0), c(0, 10))
    # Standard errors of both means are below 0.15.
    expect_lt(max(abs(apply(predicted, 3, mean) - expected)), 0.9)
    expect_identical(fit$predict(new, seed = 4), fit$predict(new, seed = 4))
    expect_equal(dim(fit$predict()), c(200L, 2L, 6L))
    expect_error(predict(fit, list(z = 1)), "the model does not use z", class = "tandem_model_error")
    expect_error(predict(fit, list(x = list(1, 2))), "data x is a list", class = "tandem_data_error")
    expect_error(fit$predict(monitor = "a"), "go with new data", class = "tandem_request_error")
})

test_that("a saved fit has its draws and its summary when the process is gone", {
    fit <- sampled(dims = list(b = "g"))
    file <- tempfile(fileext = ".rds")
    on.exit(unlink(file))
    fit$save_object(file)
    before <- list(fit$draws(), fit$summary(), fit$sampler_stats())
    tandem_shutdown()
    read <- readRDS(file)
    expect_identical(list(read$draws(), read$summary(), read$sampler_stats()), before)
    expect_equal(dimnames(read$draws("b[2]"))[[3]], "b[south]")
    expect_error(read$draws("beta"), "no variable beta", class = "tandem_request_error")
    expect_equal(dim(coda::as.mcmc.list(read)[[1]]), c(200L, 3L))
    expect_output(print(read), "b[north]", fixed = TRUE)
    expect_error(read$predict(), "sample again with the same seed", class = "tandem_session_error")
    expect_error(fit$summary("a"), NA)
    # Of another session whose process has the same number nothing is taken for this run.
    other <- sampled(seed = 9)
    expect_identical(read$draws(), before[[1]])
})

test_that("a fit that was not saved says how it is kept", {
    fit <- sampled()
    tandem_shutdown()
    expect_error(fit$draws(), "save_object", class = "tandem_session_error")
})

test_that("a model may be a connection or a function", {
    for (source in list(textConnection("model { a ~ dnorm(0, 1) }"), function() {
        a ~ dnorm(0, 1)
    })) {
        expect_equal(tandem_model(source)$read$relations[[1]]$node, "a")
    }
})

test_that("text that is neither a model nor a file is said", {
    expect_error(tandem_model("a ~ dnorm(0, 1)"), "which has braces", class = "tandem_request_error")
    expect_error(tandem_model("nowhere.bug"), "no such file", class = "tandem_model_error")
})

test_that("a run of the command line is opened", {
    folder <- file.path(tempfile(), "run")
    dir.create(dirname(folder))
    on.exit(unlink(dirname(folder), recursive = TRUE))
    expect_error(tandem_open_run(folder), "run", class = "tandem_request_error")
    model <- file.path(dirname(folder), "line.bug")
    writeLines(line, model)
    values <- file.path(dirname(folder), "line.json")
    writeLines(jsonlite::toJSON(c(data[c("n", "x", "y")], list(g = as.integer(data$g))), auto_unbox = TRUE), values)
    run_command("sample", model, "--data", values, "--draws", 200, "--warmup", 200, "--chains", 2, "--quiet", "--no-report",
                "--out", folder)
    opened <- tandem_open_run(folder)
    expect_identical(opened$draws(), sampled()$draws())
    expect_equal(opened$predict(list(n = 1, x = 0, g = 1)), sampled()$predict(list(n = 1, x = 0, g = 1)))
})
