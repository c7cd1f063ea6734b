# The verbs of rjags, jagsUI and R2jags, with their arguments and results.

jags.model <- function(file, data = NULL, inits = NULL, n.chains = 1, n.adapt = 1000, quiet = FALSE) {
    text <- if (inherits(file, "connection")) readLines(file, warn = FALSE) else file
    if (is.null(data)) data <- list()
    data <- as.list(data)
    model <- tandem_model(text)
    starts <- starts_of(inits, n.chains)
    # What is wrong with the data is said now, as by rjags.
    model$check(data)
    structure(list2env(list(
        model = model, data = data, starts = starts, chains = n.chains, adapt = n.adapt, burnt = 0,
        seed = seed_of(starts), calls = 0, quiet = quiet)), class = "tandem_jags")
}

# Start values as a list of one list for each chain; NULL for none.
starts_of <- function(inits, chains) {
    if (is.null(inits)) return(NULL)
    if (is.function(inits)) {
        inits <- lapply(seq_len(chains), function(chain) if (length(formals(inits))) inits(chain) else inits())
    }
    if (!is.null(names(inits))) inits <- rep(list(inits), chains)
    if (length(inits) != chains) {
        stop(length(inits), " sets of initial values for ", chains, " chains", call. = FALSE)
    }
    inits
}

# The seed that initial values name, else one that set.seed() decides.
seed_of <- function(starts) {
    named <- if (length(starts)) starts[[1]][[".RNG.seed"]]
    if (is.null(named)) sample.int(.Machine$integer.max - 1e6, 1) else as.integer(named)
}

values_of <- function(starts) {
    kept <- lapply(starts, function(one) one[!names(one) %in% c(".RNG.name", ".RNG.seed")])
    if (!length(kept) || all(lengths(kept) == 0)) NULL else kept
}

update.tandem_jags <- function(object, n.iter = 1, ...) {
    # Warmup is part of every run, so burning in only moves the numbers of iterations.
    object$burnt <- object$burnt + n.iter
    invisible(object)
}

print.tandem_jags <- function(x, ...) {
    print(x$model)
    invisible(x)
}

coda.samples <- function(model, variable.names = NULL, n.iter, thin = 1, ...) {
    # Every call draws anew, as it goes on in rjags.
    fit <- model$model$sample(
        model$data, chains = model$chains, draws = max(1, n.iter %/% thin), warmup = max(500, model$adapt), thin = thin,
        seed = model$seed + model$calls, monitor = variable.names, init = values_of(model$starts),
        progress = interactive() && !model$quiet)
    model$calls <- model$calls + 1
    for (warning in fit$warnings) warning(warning, call. = FALSE)
    start <- model$burnt + thin
    model$burnt <- model$burnt + n.iter
    to_coda(unclass(fit$draws()), start = start, thin = thin)
}

jags <- function(data, inits = NULL, parameters.to.save, model.file = "model.bug", n.chains = 3, n.adapt = 1000, n.iter = 2000,
                 n.burnin = floor(n.iter / 2), n.thin = 1, parallel = FALSE, verbose = TRUE, DIC = FALSE, seed = NULL, ...) {
    if (is.character(data)) data <- mget(data, envir = parent.frame(), inherits = TRUE)
    if (is.list(data) && is.null(names(data))) data <- mget(unlist(data), envir = parent.frame(), inherits = TRUE)
    if (is.function(model.file)) {
        model.file <- paste(c("model", deparse(body(model.file), width.cutoff = 500)), collapse = "\n")
    }
    starts <- starts_of(inits, n.chains)
    draws <- max(1, (n.iter - n.burnin) %/% n.thin)
    fit <- tandem_model(model.file)$sample(
        data, chains = n.chains, draws = draws, warmup = max(500, if (is.null(n.adapt)) 0 else n.adapt), thin = n.thin,
        seed = if (is.null(seed)) seed_of(starts) else seed, monitor = setdiff(parameters.to.save, "deviance"),
        init = values_of(starts), progress = interactive() && verbose)
    for (warning in fit$warnings) warning(warning, call. = FALSE)
    jags_result(fit, n.burnin, n.thin)
}

# What jagsUI returns, and within it what R2jags does.
jags_result <- function(fit, burnin, thin) {
    draws <- unclass(fit$draws())
    table <- fit$summary()
    values <- matrix(draws, ncol = dim(draws)[3], dimnames = list(NULL, dimnames(draws)[[3]]))
    statistics <- t(apply(values, 2, function(x) c(mean = mean(x), sd = sd(x), quantile(x, c(0.025, 0.25, 0.5, 0.75, 0.975)))))
    rows <- match(rownames(statistics), table$variable)
    summary <- cbind(statistics, Rhat = table$rhat[rows], n.eff = table$ess_bulk[rows])
    arrays <- lapply(split_elements(colnames(values)), function(one) one)
    shaped <- function(column) lapply(arrays, function(one) fill(summary[one$columns, column], one))
    sims <- lapply(arrays, function(one) {
        if (is.null(one$extents)) return(unname(values[, one$columns]))
        whole <- matrix(NA_real_, nrow(values), prod(one$extents))
        whole[, one$positions] <- values[, one$columns]
        array(whole, c(nrow(values), one$extents))
    })
    structure(list(
        sims.list = sims, mean = shaped("mean"), sd = shaped("sd"), q2.5 = shaped("2.5%"), q25 = shaped("25%"),
        q50 = shaped("50%"), q75 = shaped("75%"), q97.5 = shaped("97.5%"), Rhat = shaped("Rhat"), n.eff = shaped("n.eff"),
        samples = to_coda(draws, start = burnin + thin, thin = thin), summary = summary,
        BUGSoutput = list(summary = summary, sims.list = sims, sims.matrix = values, mean = shaped("mean"), sd = shaped("sd"),
                          n.chains = fit$chains, n.sims = nrow(values)),
        model = fit), class = "tandem_jags_result")
}

# Which columns belong to which array, at which positions of it.
split_elements <- function(names) {
    bases <- sub("\\[.*", "", names)
    lapply(stats::setNames(unique(bases), unique(bases)), function(base) {
        columns <- which(bases == base)
        if (identical(names[columns], base)) return(list(columns = columns, extents = NULL))
        indices <- do.call(rbind, lapply(strsplit(gsub(".*\\[|\\]", "", names[columns]), ","), as.integer))
        extents <- apply(indices, 2, max)
        strides <- c(1, cumprod(extents)[-length(extents)])
        list(columns = columns, extents = extents, positions = as.integer(1 + (indices - 1) %*% strides))
    })
}

fill <- function(values, one) {
    if (is.null(one$extents)) return(unname(values))
    whole <- rep(NA_real_, prod(one$extents))
    whole[one$positions] <- values
    if (length(one$extents) == 1) whole else array(whole, one$extents)
}

print.tandem_jags_result <- function(x, digits = 3, ...) {
    cat("Tandem: ", x$model$account, "\n\n", sep = "")
    print(round(x$summary, digits))
    invisible(x)
}
