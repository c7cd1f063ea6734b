# Models, and what a run of them gave.

tandem_model <- function(source, dialect = "jags", name = NULL) {
    if (!is.character(source) || !length(source) || anyNA(source)) {
        tandem_stop("request", paste0("a model is text or the name of a file, not of class ", class(source)[1]))
    }
    text <- paste(source, collapse = "\n")
    given <- if (grepl("{", text, fixed = TRUE)) {
        list(text = text, name = if (is.null(name)) "model" else name)
    } else {
        list(path = normalizePath(text, mustWork = FALSE), name = if (is.null(name)) text else name)
    }
    fields <- list(model = given, dialect = dialect)
    read <- do.call(request, list(c(list(do = "check", read_only = TRUE), fields)))
    model <- list(
        name = given$name,
        needed = unlist(read$needed),
        check = function(data = NULL) {
            encoded <- encode_data(data)
            check <- request(c(list(do = "check"), fields, encoded$fields), encoded$body)
            structure(check[c("relations", "needed", "outlook", "notes")], class = "tandem_check")
        },
        sample = function(data = NULL, chains = 4, draws = 1000, warmup = 1000, thin = 1, seed = 1, monitor = NULL,
                          init = NULL, until_ess = NULL, max_seconds = NULL, sampler = NULL, target_acceptance = NULL,
                          sum = NULL, threads = NULL, dims = NULL, coords = NULL, progress = interactive()) {
            encoded <- encode_starts(encode_data(data), init)
            labels <- labels_of(data, dims, coords)
            answer <- request(
                c(list(do = "sample"), fields, encoded$fields,
                  list(chains = whole("chains", chains), draws = whole("draws", draws), warmup = whole("warmup", warmup),
                       thin = whole("thin", thin), seed = whole("seed", seed), monitor = many(monitor), sum = many(sum),
                       sampler = sampler, threads = if (!is.null(threads)) whole("threads", threads),
                       until_ess = number("until_ess", until_ess), max_seconds = number("max_seconds", max_seconds),
                       target_acceptance = number("target_acceptance", target_acceptance))),
                encoded$body, if (progress) show_progress, stoppable = TRUE)
            if (progress) cat("\r", strrep(" ", 60), "\r", sep = "", file = stderr())
            if (answer$interrupted && answer$draws == 0) stop("interrupted before the first draw", call. = FALSE)
            new_fit(answer, labels)
        })
    structure(c(model, list(read = structure(read[c("relations", "needed", "outlook", "notes")], class = "tandem_check"))),
              class = "tandem_model")
}

whole <- function(name, value) {
    if (!is.numeric(value) || length(value) != 1 || is.na(value) || value != round(value) ||
        abs(value) > .Machine$integer.max) {
        tandem_stop("request", paste0(name, " must be a whole number, not ", format(value)[1]))
    }
    as.integer(value)
}

number <- function(name, value) {
    if (is.null(value)) return(NULL)
    if (!is.numeric(value) || length(value) != 1 || !is.finite(value)) {
        tandem_stop("request", paste0(name, " must be a number, not ", format(value)[1]))
    }
    as.double(value)
}

show_progress <- function(event) {
    done <- sum(vapply(event$chains, function(chain) as.double(chain$iteration), 1))
    total <- max(1, sum(vapply(event$chains, function(chain) as.double(chain$total), 1)))
    stage <- if (length(event$chains)) event$chains[[1]]$stage else "starting"
    cat(sprintf("\r%3.0f%% %s, %.1f s    ", 100 * done / total, stage, event$seconds), file = stderr())
}

new_fit <- function(answer, labels = list()) {
    process <- .state$process
    run <- answer$run
    fit <- new.env(parent = emptyenv())
    fit$model <- answer$model
    fit$account <- answer$account
    fit$chains <- answer$chains
    fit$iterations <- answer$draws
    fit$stopped <- answer$stopped
    fit$variables <- vapply(answer$variables, function(one) one$name, "")
    # The extents of arrays of which only some elements are unknown.
    fit$arrays <- lapply(answer$arrays, unlist)
    fit$warnings <- vapply(answer$warnings, function(one) paste(one$what, one$advice), "")
    fit$notes <- c(vapply(answer$remarks, function(one) paste(one$what, one$advice), ""), unlist(answer$notes))
    held <- function() {
        if (!identical(process, .state$process) || !alive()) {
            tandem_stop("session", "the Java process that holds this run has ended; sample again")
        }
    }
    ask <- function(...) {
        held()
        request(list(run = run, ...))
    }
    drawn <- function() {
        if (fit$iterations == 0) tandem_stop("request", "the run was stopped before the first draw")
    }
    fit$draws <- function(variables = NULL) {
        drawn()
        named <- decode_table(ask(do = "draws", variables = many(variables)))$draws
        dimnames(named)[[3]] <- labelled(dimnames(named)[[3]], labels)
        posterior::as_draws_array(named)
    }
    # What the sampler tells of each draw, an array of iterations, chains and statistics.
    fit$sampler_stats <- function() {
        drawn()
        posterior::as_draws_array(decode_table(ask(do = "draws", variables = I(fit$variables[1]), statistics = TRUE))$statistics)
    }
    # Minus twice the log likelihood of each draw, a matrix of iterations and chains.
    fit$deviance <- function(given_states = TRUE) {
        drawn()
        chains <- ask(do = "deviance", given_states = given_states)$deviance
        vapply(chains, function(chain) vapply(chain, function(value) if (is.null(value)) NA_real_ else as.double(value), 1),
               numeric(fit$iterations))
    }
    fit$summary <- function() {
        rows <- ask(do = "summary")$summary$variables
        column <- function(name) vapply(rows, function(row) if (is.null(row[[name]])) NA_real_ else as.double(row[[name]]), 1)
        rhat <- column("rhat")
        rhat[vapply(rows, function(row) isTRUE(row$rhat_infinite), NA)] <- Inf
        names <- labelled(vapply(rows, function(row) row$name, ""), labels)
        data.frame(variable = names, mean = column("mean"), median = column("q50"),
                   sd = column("sd"), mcse_mean = column("mcse_mean"), q5 = column("q5"), q95 = column("q95"), rhat = rhat,
                   ess_bulk = column("ess_bulk"), ess_tail = column("ess_tail"))
    }
    fit$predict <- function(seed = 1, thin = NULL) {
        named <- decode_table(ask(
            do = "predict", seed = whole("seed", seed), thin = if (!is.null(thin)) whole("thin", thin)))$draws
        dimnames(named)[[3]] <- labelled(dimnames(named)[[3]], labels)
        posterior::as_draws_array(named)
    }
    fit$derive <- function(statements, seed = 1) {
        if (!is.character(statements) || anyNA(statements)) tandem_stop("request", "statements must be text, such as 'd <- a - b'")
        posterior::as_draws_array(decode_table(ask(
            do = "derive", statements = paste(statements, collapse = "\n"), seed = whole("seed", seed)))$draws)
    }
    fit$loo <- function(unit = NULL, given_states = FALSE) {
        answer <- do.call(ask, c(list(do = "loo"), likelihood_fields(unit, given_states)))
        new_loo(answer$loo, answer$text)
    }
    fit$sensitivity <- function(priors = NULL, given_states = FALSE) {
        answer <- ask(do = "sensitivity", priors = many(priors), given_states = isTRUE(given_states))
        new_sensitivity(answer$sensitivity, answer$text)
    }
    fit$log_lik <- function(unit = NULL, given_states = FALSE) {
        answer <- do.call(ask, c(list(do = "log_likelihood"), likelihood_fields(unit, given_states)))
        draws <- decode_table(answer)$draws[, , seq_along(answer$units), drop = FALSE]
        dimnames(draws)[[3]] <- unlist(answer$units)
        posterior::as_draws_array(draws)
    }
    # The number by which the process knows the run.
    fit$run <- function() {
        held()
        run
    }
    fit$report <- function(path) {
        ask(do = "report", path = normalizePath(path, mustWork = FALSE))
        invisible(path)
    }
    fit$export <- function(path, format = NULL, overwrite = FALSE) {
        unlist(ask(do = "export", path = normalizePath(path, mustWork = FALSE), format = format, overwrite = overwrite)$notes)
    }
    # When nobody has the fit any more, the process need not keep the run either.
    reg.finalizer(fit, function(gone) {
        if (identical(process, .state$process) && alive()) {
            try(send_line(list(id = paste0("forget-", run), do = "forget", run = run)), silent = TRUE)
        }
    })
    structure(fit, class = "tandem_fit")
}

print.tandem_model <- function(x, ...) {
    cat("Tandem model ", x$name, "\n", sep = "")
    print(x$read)
    invisible(x)
}

print.tandem_check <- function(x, ...) {
    rows <- lapply(x$relations, function(one) c(format(one$line), one$node, one$arrow, one$definition, one$is))
    cells <- do.call(rbind, c(list(c("line", "node", "", "definition", "is")), rows))
    cat(trimws(do.call(paste, c(apply(cells, 2, format, simplify = FALSE), sep = "  ")), "right"), sep = "\n")
    if (length(x$needed)) cat("\nto be given as data: ", paste(unlist(x$needed), collapse = ", "), "\n", sep = "")
    if (nzchar(x$outlook)) cat("\n", x$outlook, sep = "")
    invisible(x)
}

print.tandem_fit <- function(x, rows = 20, ...) {
    cat("Tandem: ", x$account, "\n\n", sep = "")
    if (x$iterations > 0) {
        table <- x$summary()
        print(head(table, rows), digits = 3, row.names = FALSE)
        if (nrow(table) > rows) cat(".. and", nrow(table) - rows, "more\n")
    }
    for (warning in x$warnings) cat("warning:", warning, "\n")
    for (note in x$notes) cat("note:", note, "\n")
    invisible(x)
}

summary.tandem_fit <- function(object, ...) object$summary()

as_draws.tandem_fit <- function(x, ...) x$draws(...)

as_draws_array.tandem_fit <- function(x, ...) x$draws(...)

# For bayesplot: what it draws of runs beside their draws.
nuts_params.tandem_fit <- function(object, pars = NULL, ...) {
    stats <- unclass(object$sampler_stats())
    if (!is.null(pars)) stats <- stats[, , pars, drop = FALSE]
    data.frame(Chain = rep(rep(seq_len(dim(stats)[2]), each = dim(stats)[1]), dim(stats)[3]),
               Iteration = rep(seq_len(dim(stats)[1]), dim(stats)[2] * dim(stats)[3]),
               Parameter = factor(rep(dimnames(stats)[[3]], each = dim(stats)[1] * dim(stats)[2]), dimnames(stats)[[3]]),
               Value = as.double(stats))
}

rhat.tandem_fit <- function(x, pars = NULL, ...) by_name(x$summary(), "rhat", pars)

neff_ratio.tandem_fit <- function(object, pars = NULL, ...) {
    by_name(object$summary(), "ess_bulk", pars) / (object$chains * object$iterations)
}

by_name <- function(table, column, pars) {
    values <- stats::setNames(table[[column]], table$variable)
    if (is.null(pars)) values else values[pars]
}

as.mcmc.list.tandem_fit <- function(x, ...) to_coda(unclass(x$draws(...)))

# Draws of iterations, chains and elements as coda has them.
to_coda <- function(draws, start = 1, thin = 1) {
    names <- dimnames(draws)[[3]]
    mcmc.list(lapply(seq_len(dim(draws)[2]), function(chain) {
        values <- matrix(draws[, chain, ], dim(draws)[1], dimnames = list(NULL, names))
        mcmc(values, start = start, thin = thin)
    }))
}
