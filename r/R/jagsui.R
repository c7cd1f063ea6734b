# The verbs of jagsUI and R2jags, with their arguments and results.

jags <- function(data, inits = NULL, parameters.to.save, model.file = "model.bug", n.chains = 3, n.adapt = 1000, n.iter = 2000,
                 n.burnin = floor(n.iter / 2), n.thin = max(1, floor((n.iter - n.burnin) / 1000)), parallel = FALSE,
                 verbose = TRUE, DIC = TRUE, seed = NULL, jags.seed = NULL, quiet = !verbose, ...) {
    data <- data_of(data, parent.frame())
    model.file <- model_text(model.file)
    if (n.iter <= n.burnin) stop("n.iter must be larger than n.burnin, since it counts burn-in as well", call. = FALSE)
    starts <- starts_of(inits, n.chains)
    if (is.null(seed)) seed <- if (is.null(jags.seed)) seed_of(starts) else jags.seed
    settings <- list(
        data = data, starts = starts, names = unique(c(setdiff(parameters.to.save, "deviance"), if (DIC) "deviance")),
        file = model.file, chains = n.chains, adapt = if (is.null(n.adapt)) 0 else n.adapt, iter = n.iter, burnin = n.burnin,
        thin = n.thin, seed = seed, verbose = verbose && !isTRUE(quiet), parallel = parallel)
    run_jags(settings)
}

# Data by value or, as R2jags takes them, by the names that they have where jags() is called.
data_of <- function(data, caller) {
    by_name <- is.character(data) || (is.list(data) && length(data) && is.null(names(data)) && all(vapply(data, is.character, NA)))
    if (by_name) mget(unlist(data), envir = caller, inherits = TRUE) else data
}

run_jags <- function(settings) {
    begun <- Sys.time()
    model <- tandem_model(settings$file)
    unknowns <- if ("deviance" %in% settings$names) unknowns_of(model$check(settings$data))
    found <- sample_names(
        model, settings$data, settings$names, unknowns, chains = settings$chains,
        draws = max(1, (settings$iter - settings$burnin) %/% settings$thin), warmup = max(500, settings$adapt),
        thin = settings$thin, seed = settings$seed, init = values_of(settings$starts),
        progress = interactive() && settings$verbose)
    for (warning in found$fit$warnings) warning(warning, call. = FALSE)
    jags_result(found, settings, begun)
}

# What jagsUI returns, and within it what R2jags does.
jags_result <- function(found, settings, begun) {
    draws <- ordered_as(found$draws, settings$names)
    fit <- found$fit
    values <- matrix(draws, ncol = dim(draws)[3], dimnames = list(NULL, dimnames(draws)[[3]]))
    statistics <- t(apply(values, 2, function(x) c(mean = mean(x), sd = sd(x), quantile(x, c(0.025, 0.25, 0.5, 0.75, 0.975)))))
    table <- summarise_draws(as_draws_array(draws), "rhat", "ess_bulk")
    overlap <- statistics[, "2.5%"] <= 0 & statistics[, "97.5%"] >= 0
    share <- apply(values, 2, function(x) if (mean(x) >= 0) mean(x >= 0) else mean(x < 0))
    summary <- cbind(statistics, Rhat = table$rhat, n.eff = table$ess_bulk, overlap0 = overlap, f = share)
    arrays <- split_elements(colnames(values))
    shaped <- function(column) lapply(arrays, function(one) fill(summary[one$columns, column], one))
    sims <- lapply(arrays, function(one) {
        if (is.null(one$extents)) return(unname(values[, one$columns]))
        whole <- matrix(NA_real_, nrow(values), prod(one$extents))
        whole[, one$positions] <- values[, one$columns]
        array(whole, c(nrow(values), one$extents))
    })
    criterion <- deviance_criterion(sims$deviance)
    truths <- lapply(shaped("overlap0"), function(one) array(as.logical(one), if (is.null(dim(one))) length(one) else dim(one)))
    bugs <- c(list(
        n.chains = fit$chains, n.iter = settings$iter, n.burnin = settings$burnin, n.thin = settings$thin, n.keep = dim(draws)[1],
        n.sims = nrow(values), sims.array = array(draws, dim(draws), list(NULL, NULL, colnames(values))), sims.list = sims,
        sims.matrix = values, summary = summary[, c(colnames(statistics), "Rhat", "n.eff"), drop = FALSE], mean = shaped("mean"),
        sd = shaped("sd"), median = shaped("50%"), program = "jags", isDIC = !is.null(criterion)), criterion)
    minutes <- round(as.double(difftime(Sys.time(), begun, units = "mins")), 3)
    structure(c(list(
        sims.list = sims, mean = shaped("mean"), sd = shaped("sd"), q2.5 = shaped("2.5%"), q25 = shaped("25%"),
        q50 = shaped("50%"), q75 = shaped("75%"), q97.5 = shaped("97.5%"), overlap0 = lapply(truths, drop), f = shaped("f"),
        Rhat = shaped("Rhat"), n.eff = shaped("n.eff"), samples = to_coda(draws, start = settings$burnin + settings$thin, thin = settings$thin),
        summary = summary, BUGSoutput = bugs, model = fit, modfile = settings$file, parameters = settings$names,
        parameters.to.save = settings$names, n.iter = settings$iter, mcmc.info = list(
            n.chains = fit$chains, n.adapt = settings$adapt, n.iter = settings$iter, n.burnin = settings$burnin,
            n.thin = settings$thin, n.samples = nrow(values), elapsed.mins = minutes),
        random.seed = settings$seed, parallel = settings$parallel, run.date = begun, settings = settings), criterion),
        # Other packages, such as MCMCvis, know results by this class.
        class = c("tandem_jags_result", "jagsUI"))
}

# In the order in which they were asked for, the deviance last.
ordered_as <- function(draws, names) {
    draws[, , order(match(base_names(dimnames(draws)[[3]]), base_names(names))), drop = FALSE]
}

# As both packages reckon it: the mean, and half the variance as the number of parameters.
deviance_criterion <- function(deviance) {
    if (is.null(deviance)) return(NULL)
    parameters <- stats::var(deviance) / 2
    list(pD = parameters, DIC = mean(deviance) + parameters)
}

# Which columns belong to which array, at which positions of it.
split_elements <- function(names) {
    bases <- base_names(names)
    lapply(stats::setNames(unique(bases), unique(bases)), function(base) {
        columns <- which(bases == base)
        if (identical(names[columns], base)) return(list(name = base, columns = columns, extents = NULL))
        indices <- do.call(rbind, lapply(strsplit(gsub(".*\\[|\\]", "", names[columns]), ","), as.integer))
        extents <- apply(indices, 2, max)
        strides <- c(1, cumprod(extents)[-length(extents)])
        list(name = base, columns = columns, extents = extents, positions = as.integer(1 + (indices - 1) %*% strides))
    })
}

fill <- function(values, one) {
    if (is.null(one$extents)) return(unname(values))
    whole <- rep(NA_real_, prod(one$extents))
    whole[one$positions] <- values
    if (length(one$extents) == 1) whole else array(whole, one$extents)
}

jags.basic <- function(data, inits = NULL, parameters.to.save, ...) {
    jags(data_of(data, parent.frame()), inits, parameters.to.save, ...)$samples
}

jags.parallel <- function(data, inits = NULL, parameters.to.save, ...) {
    # Chains run side by side anyway.
    jags(data_of(data, parent.frame()), inits, parameters.to.save, ...)
}

autojags <- function(data, inits = NULL, parameters.to.save, model.file, n.chains = 3, n.adapt = 1000, iter.increment = 1000,
                     n.burnin = 0, n.thin = 1, Rhat.limit = 1.1, max.iter = 1e5, n.iter = iter.increment, Rhat = Rhat.limit,
                     n.update = 2, ...) {
    if (inherits(data, "tandem_jags_result")) {
        # As in R2jags: goes on with a result.
        settings <- data$settings
        limit <- Rhat
        increment <- n.iter
        most <- settings$iter + n.update * n.iter
        out <- data
    } else {
        limit <- Rhat.limit
        increment <- iter.increment
        most <- max.iter
        out <- jags(data_of(data, parent.frame()), inits, parameters.to.save, model.file, n.chains = n.chains, n.adapt = n.adapt,
                    n.iter = n.burnin + iter.increment, n.burnin = n.burnin, n.thin = n.thin, ...)
        settings <- out$settings
    }
    while (max(out$summary[, "Rhat"], na.rm = TRUE) > limit && settings$iter + increment <= most) {
        settings$iter <- settings$iter + increment
        out <- run_jags(settings)
    }
    out
}

update.tandem_jags_result <- function(object, n.iter = 1000, n.thin = NULL, ...) {
    settings <- object$settings
    settings$burnin <- settings$iter
    settings$iter <- settings$iter + n.iter
    settings$seed <- settings$seed + 1
    if (!is.null(n.thin)) settings$thin <- n.thin
    run_jags(settings)
}

print.tandem_jags_result <- function(x, digits = 3, ...) {
    cat("Tandem: ", x$model$account, "\n\n", sep = "")
    print(round(x$summary, digits))
    if (!is.null(x$DIC)) cat("\npD = ", round(x$pD, 1), " and DIC = ", round(x$DIC, digits), "\n", sep = "")
    invisible(x)
}

summary.tandem_jags_result <- function(object, ...) object$summary

as.mcmc.tandem_jags_result <- function(x, ...) x$samples

as.mcmc.list.tandem_jags_result <- function(x, ...) x$samples

plot.tandem_jags_result <- function(x, ...) plot(x$samples, ...)

# The chains of some parameters of what jags() returned, or of what coda has.
chains_of <- function(x, parameters) {
    samples <- if (inherits(x, "tandem_jags_result")) x$samples else as.mcmc.list(x)
    if (is.null(parameters)) return(samples)
    names <- varnames(samples, allow.null = FALSE)
    chosen <- names[asked_for(names, parameters)]
    if (!length(chosen)) stop("no such parameter: ", paste(parameters, collapse = ", "), "; there are ", paste(names, collapse = ", "), call. = FALSE)
    samples[, chosen, drop = FALSE]
}

traceplot <- function(x, parameters = NULL, ...) coda::traceplot(chains_of(x, parameters), ...)

densityplot <- function(x, parameters = NULL, ...) {
    for (name in varnames(chains <- chains_of(x, parameters))) coda::densplot(as.mcmc(do.call(rbind, chains[, name, drop = FALSE])), main = name, ...)
    invisible(NULL)
}

whiskerplot <- function(x, parameters, quantiles = c(0.025, 0.975), zeroline = TRUE, ...) {
    values <- as.matrix(chains_of(x, parameters))
    ends <- apply(values, 2, quantile, quantiles)
    places <- seq_len(ncol(values))
    graphics::plot(places, colMeans(values), ylim = range(ends, if (zeroline) 0), xlab = "", ylab = "", xaxt = "n", pch = 19, ...)
    graphics::axis(1, places, colnames(values), las = 2)
    graphics::arrows(places, ends[1, ], places, ends[2, ], angle = 90, code = 3, length = 0.05)
    if (zeroline) graphics::abline(h = 0, lty = 2)
    invisible(ends)
}

pp.check <- function(x, observed, simulated, xlab = "observed", ylab = "simulated", main = "Posterior predictive check", ...) {
    one <- x$sims.list[[observed]]
    other <- x$sims.list[[simulated]]
    if (is.null(one) || is.null(other)) stop("parameters.to.save must have had ", observed, " and ", simulated, call. = FALSE)
    graphics::plot(one, other, xlab = xlab, ylab = ylab, main = main, ...)
    graphics::abline(0, 1)
    mean(other > one)
}
