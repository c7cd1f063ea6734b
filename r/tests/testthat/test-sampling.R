quick <- function(text, data, ...) tandem_model(text)$sample(data, chains = 2, draws = 60, warmup = 100, ...)

test_that("draws are those of the command line", {
    folder <- tempfile()
    dir.create(folder)
    writeLines(line, file.path(folder, "m.bug"))
    writeLines('{"y": [1, 2.5, 0.5]}', file.path(folder, "d.json"))
    run <- file.path(folder, "run")
    csv <- file.path(folder, "draws.csv")
    command <- function(...) {
        processx::run(tandem:::java_path(), c("-jar", tandem:::jar_path(), ...))
    }
    command("sample", file.path(folder, "m.bug"), "--data", file.path(folder, "d.json"), "--draws", "50", "--warmup", "100",
            "--seed", "3", "--out", run, "--no-report", "--quiet")
    command("export", run, "--out", csv)
    expected <- as.double(read.csv(csv, colClasses = "character")$mu)
    fit <- tandem_model(file.path(folder, "m.bug"))$sample(list(y = c(1, 2.5, 0.5)), draws = 50, warmup = 100, seed = 3)
    expect_identical(as.double(fit$draws("mu")), expected)
    fromfile <- tandem_model(line)$sample(file.path(folder, "d.json"), draws = 50, warmup = 100, seed = 3)
    expect_identical(as.double(fromfile$draws("mu")), expected)
})

test_that("arrays have the order of their indices", {
    fit <- quick(grid, list(y = matrix(0, 2, 3), w = c(0.5, 0.5)))
    draws <- fit$draws()
    expect_s3_class(draws, "draws_array")
    expect_equal(dim(draws), c(60, 2, 8))
    means <- apply(draws, 3, mean)
    expect_equal(unname(means[c("b[1,2]", "b[2,1]", "b[2,3]")]), c(120, 210, 230), tolerance = 0.01)
    expect_true(all(as.double(draws[, , "k"]) %in% 1:2))
})

test_that("data of every kind arrive", {
    to_array <- tandem:::to_array
    expect_identical(to_array("x", 3L), list(dims = 1L, values = 3))
    expect_identical(to_array("x", c(TRUE, NA)), list(dims = 2L, values = c(1, NA)))
    expect_identical(to_array("x", matrix(1:6, 2)), list(dims = c(2L, 3L), values = as.double(1:6)))
    expect_identical(to_array("x", factor(c("b", "a", NA))), list(dims = 3L, values = c(2, 1, NA)))
    expect_identical(to_array("x", data.frame(a = 1:2, b = factor(c("v", "u")))), list(dims = c(2L, 2L), values = c(1, 2, 2, 1)))
    expect_error(to_array("x", "a"), "text, not numbers", class = "tandem_error")
    expect_error(to_array("x", list(1, 2:3)), "is a list")
    expect_error(to_array("x", Sys.Date()), "dates")
    expect_error(to_array("x", numeric()), "no values")
    expect_error(to_array("x", data.frame(a = "u")), "a column is neither")
    expect_error(tandem_model(line)$sample(list(1, 2)), "must have a name")
})

test_that("missing data are unknowns, and data frames are data", {
    fit <- quick(line, data.frame(y = c(1, NA, 3)))
    expect_true("y[2]" %in% dimnames(fit$draws())[[3]])
    expect_false("y[1]" %in% dimnames(fit$draws())[[3]])
})

test_that("a fit goes on to posterior, coda, files and predictions", {
    fit <- quick(line, list(y = c(1, 2), unused = 3))
    draws <- posterior::as_draws_array(fit)
    expect_equal(summary(fit)$mean[1], mean(draws))
    expect_equal(as.double(posterior::summarise_draws(draws)$mean), summary(fit)$mean)
    chains <- coda::as.mcmc.list(fit)
    expect_s3_class(chains, "mcmc.list")
    expect_identical(as.double(chains[[2]][, "mu"]), as.double(draws[, 2, "mu"]))
    expect_equal(dim(fit$predict(thin = 2)), c(30, 2, 2))
    file <- tempfile(fileext = ".html")
    fit$report(file)
    expect_gt(file.size(file), 1e5)
    csv <- tempfile(fileext = ".csv")
    fit$export(csv)
    expect_equal(nrow(read.csv(csv)), 120)
    expect_output(print(fit), "2 chains of 60 draws")
    expect_true(any(grepl("unused", fit$notes)))
    expect_output(print(tandem_model(line)$check(list(y = 1:2))), "continuous coordinates")
})

test_that("start values and monitors are taken", {
    data <- list(y = matrix(0, 2, 3), w = c(0.5, 0.5))
    fit <- quick(grid, data, monitor = "mu", init = list(mu = 2))
    expect_equal(fit$variables, "mu")
    expect_error(quick(grid, data, init = list(list(mu = 1), list(mu = 2), list(mu = 3))), "3 sets of start values for 2 chains")
})

test_that("what is wrong has its place", {
    failure <- tryCatch(tandem_model("model {\n  x ~ dnrom(0, 1)\n}", name = "m.bug"), error = identity)
    expect_s3_class(failure, "tandem_model_error")
    expect_equal(c(failure$line, failure$column), c(2, 7))
    expect_match(conditionMessage(failure), "m.bug:2:7: unknown distribution dnrom; did you mean dnorm?", fixed = TRUE)
    expect_error(tandem_model("no/such.bug"), "there is no such file")
    expect_error(tandem_model(line)$sample(list(y = 1), chains = 0), "chains must be at least 1", class = "tandem_request_error")
    expect_error(tandem_model(line)$sample(list(y = 1), chains = 2.5), "whole number")
    expect_error(tandem_model(line)$sample(list(y = 1), monitor = "mv"), "did you mean mu")
    expect_error(tandem_model(line)$sample(list(z = 1)), class = "tandem_model_error")
})
