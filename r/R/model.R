# Models, and what a run of them gave.

# The text of a model that is given as rjags takes it, by a connection, or as R2jags does, as a function of R.
model_text <- function(source) {
    if (inherits(source, "connection")) return(readLines(source, warn = FALSE))
    if (is.function(source)) return(paste(c("model", deparse(body(source), width.cutoff = 500)), collapse = "\n"))
    source
}

tandem_model <- function(source, dialect = "jags", name = NULL) {
    source <- model_text(source)
    if (!is.character(source) || !length(source) || anyNA(source)) {
        tandem_stop("request", paste0("a model is text or the name of a file, not of class ", class(source)[1]))
    }
    text <- paste(source, collapse = "\n")
    given <- if (grepl("{", text, fixed = TRUE)) {
        list(text = text, name = if (is.null(name)) "model" else name)
    } else {
        if (!file.exists(text) && grepl("~|<-|\n", text)) {
            tandem_stop("request", "this is neither the name of a file nor a model, which has braces: \"model { mu ~ dnorm(0, 1) }\"")
        }
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
    session <- .state$session
    run <- answer$run
    # What was fetched for the time when the process is gone.
    kept <- new.env(parent = emptyenv())
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
    here <- function() identical(session, .state$session) && alive()
    held <- function() {
        if (!here()) {
            tandem_stop("session", paste0("the Java process that holds this run has ended; sample again with the same seed (",
                                          "$save_object() writes draws and summary to a file, which outlives it)"))
        }
    }
    ask <- function(...) {
        held()
        request(list(run = run, ...))
    }
    drawn <- function() {
        if (fit$iterations == 0) tandem_stop("request", "the run was stopped before the first draw")
    }
    # The draws of some variables, under the names that the model has for them.
    fetched <- function(variables) {
        if (here() || is.null(kept$draws)) return(decode_table(ask(do = "draws", variables = many(variables)))$draws)
        if (is.null(variables)) kept$draws else kept$draws[, , chosen(dimnames(kept$draws)[[3]], variables), drop = FALSE]
    }
    # Which elements are meant by names of variables, or of parts of them such as beta[2].
    chosen <- function(elements, variables) {
        if (!is.character(variables)) tandem_stop("request", "variables must be names, such as \"beta\" or \"beta[2]\"")
        unknown <- setdiff(base_names(variables), base_names(elements))
        if (length(unknown)) {
            tandem_stop("request", paste0("the run has no variable ", unknown[1], "; it has ",
                                          paste(unique(base_names(elements)), collapse = ", ")))
        }
        asked_for(elements, variables)
    }
    fit$draws <- function(variables = NULL, format = "array") {
        drawn()
        as_format <- format_of(format)
        named <- fetched(variables)
        dimnames(named)[[3]] <- labelled(dimnames(named)[[3]], labels)
        as_format(posterior::as_draws_array(named))
    }
    # What the sampler tells of each draw, an array of iterations, chains and statistics.
    fit$sampler_stats <- function() {
        drawn()
        if (!here() && !is.null(kept$statistics)) return(kept$statistics)
        posterior::as_draws_array(decode_table(ask(do = "draws", variables = I(fit$variables[1]), statistics = TRUE))$statistics)
    }
    # Writes the fit to a file, from which readRDS() brings it back with its draws and its summary.
    fit$save_object <- function(file, ...) {
        if (fit$iterations > 0 && here()) {
            kept$draws <- fetched(NULL)
            kept$statistics <- fit$sampler_stats()
        }
        if (here()) kept$rows <- ask(do = "summary")$summary$variables
        saveRDS(structure(fit, class = "tandem_fit"), file, ...)
        invisible(file)
    }
    # Minus twice the log likelihood of each draw, a matrix of iterations and chains.
    fit$deviance <- function(given_states = TRUE) {
        drawn()
        chains <- ask(do = "deviance", given_states = given_states)$deviance
        vapply(chains, function(chain) vapply(chain, function(value) if (is.null(value)) NA_real_ else as.double(value), 1),
               numeric(fit$iterations))
    }
    fit$summary <- function(variables = NULL) {
        rows <- if (!here() && !is.null(kept$rows)) kept$rows else ask(do = "summary")$summary$variables
        if (!is.null(variables)) rows <- rows[chosen(vapply(rows, function(row) row$name, ""), variables)]
        column <- function(name) vapply(rows, function(row) if (is.null(row[[name]])) NA_real_ else as.double(row[[name]]), 1)
        rhat <- column("rhat")
        rhat[vapply(rows, function(row) isTRUE(row$rhat_infinite), NA)] <- Inf
        names <- labelled(vapply(rows, function(row) row$name, ""), labels)
        data.frame(variable = names, mean = column("mean"), median = column("q50"),
                   sd = column("sd"), mcse_mean = column("mcse_mean"), q5 = column("q5"), q95 = column("q95"), rhat = rhat,
                   ess_bulk = column("ess_bulk"), ess_tail = column("ess_tail"))
    }
    fit$predict <- function(newdata = NULL, seed = 1, thin = NULL, keep = NULL, anew = NULL, monitor = NULL) {
        held()
        encoded <- encode_data(newdata)
        named <- decode_table(request(
            c(list(do = "predict", run = run, seed = whole("seed", seed), thin = if (!is.null(thin)) whole("thin", thin),
                   keep = many(keep), anew = many(anew), monitor = many(monitor)), encoded$fields), encoded$body))$draws
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
        if (here()) {
            try(send_line(list(id = paste0("forget-", run), do = "forget", run = run)), silent = TRUE)
        }
    })
    structure(fit, class = "tandem_fit")
}

# Reads the folder of a run that the command line made.
tandem_open_run <- function(path) {
    if (!is.character(path) || length(path) != 1 || is.na(path)) tandem_stop("request", "path must be the name of a folder")
    new_fit(request(list(do = "open", path = normalizePath(path, mustWork = FALSE))))
}

# What makes draws of one of the forms that package posterior has.
format_of <- function(format) {
    known <- list(array = posterior::as_draws_array, df = posterior::as_draws_df, matrix = posterior::as_draws_matrix,
                  list = posterior::as_draws_list, rvars = posterior::as_draws_rvars)
    wanted <- if (is.character(format) && length(format) == 1) sub("^draws_", "", format) else ""
    if (is.null(known[[wanted]])) {
        tandem_stop("request", paste0("format must be one of ", paste(names(known), collapse = ", ")))
    }
    known[[wanted]]
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

summary.tandem_fit <- function(object, variables = NULL, ...) object$summary(variables)

predict.tandem_fit <- function(object, newdata = NULL, ...) object$predict(newdata, ...)

plot.tandem_fit <- function(x, variables = NULL, ...) {
    plot(to_coda(unclass(x$draws(variables))), ...)
    invisible(x)
}

# A matrix without a class, as coda makes it: all draws of the first chain, then those of the next.
as.matrix.tandem_fit <- function(x, ...) {
    draws <- unclass(x$draws())
    matrix(draws, ncol = dim(draws)[3], dimnames = list(NULL, dimnames(draws)[[3]]))
}

as.data.frame.tandem_fit <- function(x, ...) as.data.frame(x$draws(format = "df"))

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
