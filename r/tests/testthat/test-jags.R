# Scripts as people have them, with the verbs of this package and with those of rjags.

text <- "model {
  for (i in 1:n) { y[i] ~ dnorm(a + b * x[i], tau)   z[i] ~ dbern(p)   c[i] ~ dpois(2 + 3 * z[i]) }
  a ~ dnorm(0, 0.01)   b ~ dnorm(0, 0.01)   tau ~ dgamma(2, 2)   p ~ dbeta(1, 1)
}"
set.seed(1)
x <- seq(-1, 1, length.out = 20)
data <- list(n = 20, x = x, y = 1 + 2 * x + rnorm(20, 0, 0.5), c = rpois(20, rep(c(2, 5), 10)))

test_that("jags.model, update and coda.samples give what rjags gives", {
    skip_if_not_installed("rjags")
    set.seed(2)
    model <- jags.model(textConnection(text), data, n.chains = 4, quiet = TRUE)
    update(model, 500)
    ours <- coda.samples(model, c("a", "b", "p", "z"), n.iter = 4000)
    reference <- rjags::jags.model(textConnection(text), data, n.chains = 4, quiet = TRUE)
    stats::update(reference, 500, progress.bar = "none")
    theirs <- rjags::coda.samples(reference, c("a", "b", "p", "z"), n.iter = 4000, progress.bar = "none")
    expect_s3_class(ours, "mcmc.list")
    expect_setequal(coda::varnames(ours), coda::varnames(theirs))
    expect_equal(coda::niter(ours), coda::niter(theirs))
    expect_equal(attr(ours[[1]], "mcpar"), attr(theirs[[1]], "mcpar"))
    names <- coda::varnames(theirs)
    one <- summary(ours[, names])
    other <- summary(theirs[, names])
    # 23 comparisons at 5 standard errors: a false alarm in less than one of 50000 runs.
    error <- sqrt(one$statistics[, "Time-series SE"]^2 + other$statistics[, "Time-series SE"]^2)
    expect_lt(max(abs(one$statistics[, "Mean"] - other$statistics[, "Mean"]) / error), 5)
    more <- suppressWarnings(coda.samples(model, "a", n.iter = 100))
    expect_false(any(as.matrix(more) %in% as.matrix(ours[, "a"])))
})

test_that("set.seed decides, and so does .RNG.seed", {
    draw <- function(...) {
        # So few draws are warned of, which is not what this is about.
        suppressWarnings(as.matrix(coda.samples(jags.model(textConnection(text), data, quiet = TRUE, ...), "a", n.iter = 50)))
    }
    set.seed(3)
    first <- draw()
    set.seed(3)
    expect_identical(draw(), first)
    inits <- list(a = 1, .RNG.name = "base::Wichmann-Hill", .RNG.seed = 7)
    expect_identical(draw(inits = inits), draw(inits = function() inits))
    expect_error(jags.model(textConnection(text), data, inits = list(inits, inits), n.chains = 3), "2 sets of initial values")
    expect_error(jags.model(textConnection(text), data[-1]), class = "tandem_model_error")
})

test_that("jags() has the results of jagsUI and R2jags", {
    file <- tempfile(fileext = ".bug")
    writeLines(text, file)
    out <- suppressWarnings(jags(data, inits = function() list(a = 0), parameters.to.save = c("a", "z"), model.file = file,
                                 n.chains = 3, n.iter = 1500, n.burnin = 500, n.thin = 2, seed = 1, verbose = FALSE))
    expect_equal(dim(out$sims.list$z), c(1500, 20))
    expect_length(out$sims.list$a, 1500)
    expect_equal(out$mean$a, mean(out$sims.list$a))
    expect_equal(out$q50$z, apply(out$sims.list$z, 2, stats::median))
    expect_equal(unname(out$q2.5$a), unname(stats::quantile(out$sims.list$a, 0.025)))
    expect_lt(out$Rhat$a, 1.05)
    expect_equal(coda::nchain(out$samples), 3)
    expect_identical(out$BUGSoutput$sims.list$a, out$sims.list$a)
    expect_output(print(out), "Rhat")
})

test_that("jags() takes names of data, and a model as a function", {
    y <- c(1, 2, 3)
    n <- 3
    written <- function() {
        for (i in 1:n) { y[i] ~ dnorm(mu, 1) }
        mu ~ dnorm(0, 0.01)
    }
    out <- suppressWarnings(jags(list("y", "n"), parameters.to.save = "mu", model.file = written, n.iter = 200, verbose = FALSE))
    expect_equal(out$mean$mu, 2, tolerance = 0.3)
    again <- suppressWarnings(jags(c("y", "n"), parameters.to.save = "mu", model.file = written, n.iter = 200, verbose = FALSE))
    expect_equal(again$mean$mu, 2, tolerance = 0.3)
})
