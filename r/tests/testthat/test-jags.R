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

partly <- "model { g[1] <- 0
  for (k in 2:3) { g[k] ~ dnorm(0, 1) }
  c <- 3 * n
  y ~ dnorm(g[2] + g[3], 1)
  m[1, 1] ~ dnorm(0, 1)
  m[2, 1] ~ dnorm(5, 1)
  m[1, 2] <- 7
  m[2, 2] <- g[2] * 2
}"
given <- list(y = 1, n = 2)

test_that("what is known is reported as by JAGS, in its order", {
    skip_if_not_installed("rjags")
    names <- c("m", "g", "c", "y")
    model <- jags.model(textConnection(partly), given, n.chains = 2, quiet = TRUE)
    ours <- suppressWarnings(coda.samples(model, names, n.iter = 300))
    reference <- rjags::jags.model(textConnection(partly), given, n.chains = 2, quiet = TRUE)
    theirs <- rjags::coda.samples(reference, names, n.iter = 300, progress.bar = "none")
    expect_equal(coda::varnames(ours), coda::varnames(theirs))
    for (name in c("c", "g[1]", "m[1,2]", "y")) expect_equal(ours[[2]][, name], theirs[[2]][, name])
    expect_equal(as.double(ours[[1]][, "m[2,2]"]), 2 * as.double(ours[[1]][, "g[2]"]))
    arrays <- suppressWarnings(jags.samples(model, names, n.iter = 300))
    expected <- rjags::jags.samples(reference, names, n.iter = 300, progress.bar = "none")
    expect_equal(names(arrays), names(expected))
    expect_equal(lapply(arrays, dim), lapply(expected, dim))
    expect_equal(arrays$m[1, 2, , ], unclass(expected$m)[1, 2, , ])
    expect_output(print(arrays$g), "Marginalizing over: iteration(300),chain(2)", fixed = TRUE)
    expect_equal(summary(arrays$g, mean)$stat[1], 0)
    expect_equal(coda::varnames(coda::as.mcmc.list(arrays$m)), c("m[1,1]", "m[2,1]", "m[1,2]", "m[2,2]"))
    expect_setequal(variable.names(model), variable.names(reference))
    part <- suppressWarnings(coda.samples(model, c("m[1:2,1]", "g[2]"), n.iter = 10))
    expect_equal(coda::varnames(part), c("g[2]", "m[1,1]", "m[2,1]"))
})

test_that("the deviance is that of JAGS", {
    skip_if_not_installed("rjags")
    set.seed(5)
    rjags::load.module("dic", quiet = TRUE)
    model <- jags.model(textConnection(text), data, n.chains = 4, quiet = TRUE)
    ours <- coda.samples(model, c("deviance", "a"), n.iter = 4000)
    reference <- rjags::jags.model(textConnection(text), data, n.chains = 4, quiet = TRUE)
    stats::update(reference, 500, progress.bar = "none")
    theirs <- rjags::coda.samples(reference, c("deviance", "a"), n.iter = 4000, progress.bar = "none")
    expect_equal(coda::varnames(ours), c("a", "deviance"))
    one <- summary(ours)$statistics["deviance", ]
    other <- summary(theirs)$statistics["deviance", ]
    # A false alarm at 5 standard errors in less than one of a million runs.
    expect_lt(abs(one["Mean"] - other["Mean"]) / sqrt(one["Time-series SE"]^2 + other["Time-series SE"]^2), 5)
    expect_equal(one[["SD"]], other[["SD"]], tolerance = 0.1)
    criterion <- dic.samples(model, 2000)
    expected <- rjags::dic.samples(reference, 4000, progress.bar = "none")
    expect_equal(sum(criterion$deviance), sum(expected$deviance), tolerance = 0.01)
    expect_equal(sum(criterion$penalty), sum(expected$penalty), tolerance = 0.15)
    expect_output(print(criterion), "Penalized deviance")
    expect_error(dic.samples(model, 100, type = "popt"), "popt is not there")
})

test_that("jags() has a deviance, and goes on", {
    out <- suppressWarnings(jags(data, NULL, c("z", "a"), text, n.chains = 3, n.iter = 700, n.burnin = 200, seed = 1, quiet = TRUE))
    expect_s3_class(out, "jagsUI")
    expect_equal(unique(sub("\\[.*", "", rownames(out$summary))), c("z", "a", "deviance"))
    expect_equal(colnames(out$summary), c("mean", "sd", "2.5%", "25%", "50%", "75%", "97.5%", "Rhat", "n.eff", "overlap0", "f"))
    expect_equal(out$DIC, mean(out$sims.list$deviance) + var(out$sims.list$deviance) / 2)
    expect_equal(out$BUGSoutput$DIC, out$DIC)
    expect_equal(dim(out$BUGSoutput$sims.array), c(500, 3, 22))
    expect_false(out$overlap0$a)
    expect_equal(out$mcmc.info$n.samples, 1500)
    expect_output(print(out), "DIC = ")
    expect_identical(coda::as.mcmc(out), out$samples)
    more <- suppressWarnings(update(out, n.iter = 100))
    expect_equal(coda::niter(more$samples), 100)
    expect_equal(attr(more$samples[[1]], "mcpar")[1], 701)
    expect_false(any(more$sims.list$a %in% out$sims.list$a))
    sure <- suppressWarnings(autojags(data, NULL, "a", text, n.chains = 3, iter.increment = 20, max.iter = 400, Rhat.limit = 1.02, seed = 2))
    expect_true(sure$Rhat$a <= 1.02 || sure$mcmc.info$n.iter == 400)
    basic <- suppressWarnings(jags.basic(data, NULL, "a", text, n.iter = 100, DIC = FALSE, quiet = TRUE))
    expect_equal(coda::varnames(basic), "a")
    expect_error(jags(data, NULL, "a", text, n.iter = 100, n.burnin = 100), "n.iter must be larger than n.burnin")
    picture <- tempfile(fileext = ".pdf")
    grDevices::pdf(picture)
    on.exit(grDevices::dev.off())
    traceplot(out, "a")
    densityplot(out, c("a", "z[1]"))
    whiskerplot(out, "z")
    expect_equal(pp.check(out, "deviance", "a"), 0)
    expect_error(traceplot(out, "b"), "no such parameter: b")
})
