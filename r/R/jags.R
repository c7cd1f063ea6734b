# The verbs of rjags, with their arguments and results.

jags.model <- function(file, data = NULL, inits = NULL, n.chains = 1, n.adapt = 1000, quiet = FALSE) {
    if (is.null(data)) data <- list()
    data <- as.list(data)
    model <- tandem_model(file)
    starts <- starts_of(inits, n.chains)
    # What is wrong with the data is said now, as by rjags.
    checked <- model$check(data)
    structure(list2env(list(
        model = model, data = data, starts = starts, chains = whole("n.chains", n.chains), adapt = n.adapt, burnt = 0,
        seed = seed_of(starts), calls = 0, quiet = quiet, unknowns = unknowns_of(checked))), class = "tandem_jags")
}

# Start values as a list of one list for each chain; NULL for none.
starts_of <- function(inits, chains) {
    if (is.null(inits)) return(NULL)
    if (is.function(inits)) {
        inits <- lapply(seq_len(chains), function(chain) if (length(formals(inits))) inits(chain) else inits())
    }
    if (!is.list(inits)) stop("initial values are a list, a list of lists, or a function", call. = FALSE)
    if (!is.null(names(inits))) inits <- rep(list(inits), chains)
    if (length(inits) != chains) {
        stop(length(inits), " sets of initial values for ", chains, " chains", call. = FALSE)
    }
    inits
}

# The seed that initial values name, else one that set.seed() decides.
seed_of <- function(starts) {
    named <- if (length(starts)) starts[[1]][[".RNG.seed"]]
    if (is.null(named)) sample.int(.Machine$integer.max - 1e6, 1) else as.integer(named %% (.Machine$integer.max - 1e6))
}

values_of <- function(starts) {
    kept <- lapply(starts, function(one) one[!names(one) %in% c(".RNG.name", ".RNG.seed", ".RNG.state")])
    if (!length(kept) || all(lengths(kept) == 0)) NULL else kept
}

# The names of what is drawn, which the deviance is computed from.
unknowns_of <- function(check) {
    drawn <- vapply(check$relations, function(one) one$arrow == "~" && grepl("unknown|missing", one$is), NA)
    unique(vapply(check$relations[drawn], function(one) trimws(sub("\\[.*", "", one$node)), ""))
}

# Draws of `names` by a fit, as an array of iterations, chains and elements. As in JAGS, what is known beforehand is reported with its
# one value, and "deviance" is computed, from all unknowns.
sample_names <- function(model, data, names, unknowns, ...) {
    wanted <- setdiff(names, "deviance")
    fit <- model$sample(data, monitor = if ("deviance" %in% names) union(wanted, unknowns) else wanted, ...)
    # Of what was monitored for the deviance alone, nothing is reported.
    variables <- fit$variables[base_names(fit$variables) %in% base_names(wanted)]
    drawn <- if (length(variables)) unclass(fit$draws(variables)) else array(0, c(fit$iterations, fit$chains, 0))
    known <- known_elements(model, fit, data, wanted, dimnames(drawn)[[3]])
    deviance <- if ("deviance" %in% names) tryCatch(fit$deviance(), tandem_request_error = function(failure) {
        warning("no deviance: ", conditionMessage(failure), call. = FALSE)
        NULL
    })
    elements <- c(dimnames(drawn)[[3]], names(known), if (!is.null(deviance)) "deviance")
    if (!length(elements)) stop("nothing is left to be reported", call. = FALSE)
    all <- array(c(drawn, rep(known, each = fit$iterations * fit$chains), deviance), c(fit$iterations, fit$chains, length(elements)),
                 list(iteration = NULL, chain = NULL, variable = elements))
    list(fit = fit, draws = in_order(all[, , asked_for(elements, names), drop = FALSE]))
}

base_names <- function(names) trimws(sub("\\[.*", "", names))

# By name and then by place, the first index running fastest, as JAGS has them.
in_order <- function(draws) {
    names <- dimnames(draws)[[3]]
    indices <- strsplit(ifelse(grepl("[", names, fixed = TRUE), gsub(".*\\[|\\]", "", names), "0"), ",", fixed = TRUE)
    most <- max(lengths(indices))
    places <- vapply(indices, function(one) rev(c(as.integer(one), rep(0L, most - length(one)))), integer(most))
    keys <- c(list(match(base_names(names), sort(unique(base_names(names)), method = "radix"))),
              lapply(seq_len(most), function(k) matrix(places, most)[k, ]))
    draws[, , do.call(order, keys), drop = FALSE]
}

# The values of what was asked for and is not drawn: data, and what follows from data alone, by name of element.
known_elements <- function(model, fit, data, wanted, drawn) {
    found <- lapply(unique(base_names(wanted)), function(base) {
        if (!is.null(data[[base]])) {
            given <- to_array(base, data[[base]])
            names <- if (length(given$values) == 1) base else element_names(list(name = base, shape = as.list(given$dims)))
            return(stats::setNames(given$values, names)[!is.na(given$values)])
        }
        if (!is.null(fit$arrays[[base]])) {
            return(computed(fit, setdiff(element_names(list(name = base, shape = as.list(fit$arrays[[base]]))), drawn)))
        }
        # What follows from data alone is no part of the run, so its definition is taken from the model.
        definition <- Filter(function(one) one$node == base && one$arrow == "<-", model$read$relations)
        if (!base %in% base_names(drawn) && length(definition) == 1) computed(fit, base, definition[[1]]$definition)
    })
    unlist(found)
}

# The values of elements that do not change from draw to draw; what is not defined is left out.
computed <- function(fit, elements, definitions = elements) {
    if (!length(elements)) return(NULL)
    names <- paste0("known.", seq_along(elements))
    value <- function(names, definitions) {
        unclass(fit$derive(paste(names, "<-", definitions)))[1, 1, ]
    }
    values <- tryCatch(value(names, definitions), tandem_error = function(failure) {
        vapply(definitions, function(one) tryCatch(value("known", one), tandem_error = function(failure) NA_real_), 1)
    })
    values <- stats::setNames(as.double(values), elements)
    values[!is.na(values)]
}

# Which elements a user has named: whole variables by their names, or parts such as beta[2] and z[1:3,].
asked_for <- function(elements, wanted) {
    parts <- lapply(wanted, function(name) {
        if (!grepl("[", name, fixed = TRUE)) return(base_names(elements) == name)
        ranges <- strsplit(gsub(".*\\[|\\]|[[:space:]]", "", name), ",", fixed = TRUE)[[1]]
        if (grepl(",$", gsub("\\]|[[:space:]]", "", name))) ranges <- c(ranges, "")
        base <- sub("[[:space:]]*\\[.*", "", name)
        indices <- strsplit(gsub(".*\\[|\\]", "", elements), ",", fixed = TRUE)
        vapply(seq_along(elements), function(i) {
            startsWith(elements[i], paste0(base, "[")) && length(indices[[i]]) == length(ranges) &&
                all(mapply(within_range, as.integer(indices[[i]]), ranges))
        }, NA)
    })
    Reduce(`|`, parts)
}

within_range <- function(index, range) {
    if (!nzchar(range)) return(TRUE)
    ends <- as.integer(strsplit(range, ":", fixed = TRUE)[[1]])
    index >= ends[1] && index <= ends[length(ends)]
}

update.tandem_jags <- function(object, n.iter = 1, ...) {
    # Warmup is part of every run, so burning in only moves the numbers of iterations.
    object$burnt <- object$burnt + n.iter
    invisible(object)
}

adapt <- function(object, n.iter, end.adaptation = FALSE, ...) {
    # Tuning ends with the warmup of each run.
    invisible(TRUE)
}

print.tandem_jags <- function(x, ...) {
    print(x$model)
    invisible(x)
}

variable.names.tandem_jags <- function(object, ...) {
    nodes <- vapply(object$model$read$relations, function(one) one$node, "")
    # What a link such as logit(p[i]) is about is p.
    names <- gsub("\\[.*|\\)", "", sub("^[[:alnum:]_.]+\\(", "", nodes))
    unique(c(names(object$data), trimws(names)))
}

sample_jags <- function(model, names, n.iter, thin) {
    if (!inherits(model, "tandem_jags")) stop("model must be what jags.model() returns", call. = FALSE)
    if (!is.character(names) || !length(names)) stop("variable.names must be a character vector", call. = FALSE)
    # Every call draws anew, as it goes on in rjags.
    found <- sample_names(
        model$model, model$data, names, model$unknowns, chains = model$chains, draws = max(1, n.iter %/% thin),
        warmup = max(500, model$adapt), thin = thin, seed = model$seed + model$calls, init = values_of(model$starts),
        progress = interactive() && !model$quiet)
    model$calls <- model$calls + 1
    for (warning in found$fit$warnings) warning(warning, call. = FALSE)
    found$start <- model$burnt + thin
    model$burnt <- model$burnt + n.iter
    found
}

coda.samples <- function(model, variable.names = NULL, n.iter, thin = 1, ...) {
    found <- sample_jags(model, variable.names, n.iter, thin)
    to_coda(found$draws, start = found$start, thin = thin)
}

jags.samples <- function(model, variable.names, n.iter, thin = 1, type = "trace", force.list = FALSE, ...) {
    if (!identical(type, "trace")) stop("only monitors of type \"trace\" are there", call. = FALSE)
    found <- sample_jags(model, variable.names, n.iter, thin)
    draws <- found$draws
    lapply(split_elements(dimnames(draws)[[3]]), function(one) {
        extents <- if (is.null(one$extents)) 1L else one$extents
        whole <- array(NA_real_, c(prod(extents), dim(draws)[1:2]))
        positions <- if (is.null(one$extents)) 1L else one$positions
        whole[positions, , ] <- aperm(draws[, , one$columns, drop = FALSE], c(3, 1, 2))
        dim(whole) <- c(extents, dim(draws)[1:2])
        names(dim(whole)) <- c(rep("", length(extents)), "iteration", "chain")
        structure(whole, varname = one$name, type = "trace", iterations = c(start = found$start, end = found$start + (dim(draws)[1] - 1) * thin, thin = thin), class = c("tandem_mcarray", "mcarray"))
    })
}

print.tandem_mcarray <- function(x, ...) {
    kept <- seq_len(length(dim(x)) - 2)
    cat("mcarray:\n")
    print(apply(unclass(x), kept, mean), ...)
    cat("\nMarginalizing over: ", paste0(c("iteration(", "chain("), utils::tail(dim(x), 2), ")", collapse = ","), "\n", sep = "")
    invisible(x)
}

summary.tandem_mcarray <- function(object, FUN, ...) {
    kept <- seq_len(length(dim(object)) - 2)
    structure(list(stat = apply(unclass(object), kept, FUN, ...), drop.dims = utils::tail(dim(object), 2)),
              class = "tandem_mcarray_summary")
}

print.tandem_mcarray_summary <- function(x, ...) {
    print(x$stat, ...)
    cat("\nMarginalizing over: ", paste0(c("iteration(", "chain("), x$drop.dims, ")", collapse = ","), "\n", sep = "")
    invisible(x)
}

as.mcmc.list.tandem_mcarray <- function(x, ...) {
    extents <- utils::head(dim(x), -2)
    runs <- utils::tail(dim(x), 2)
    name <- attr(x, "varname")
    names <- if (prod(extents) == 1) name else element_names(list(name = name, shape = as.list(extents)))
    values <- aperm(array(unclass(x), c(prod(extents), runs)), c(2, 3, 1))
    dimnames(values) <- list(NULL, NULL, names)
    to_coda(values, start = attr(x, "iterations")[["start"]], thin = attr(x, "iterations")[["thin"]])
}

dic.samples <- function(model, n.iter, thin = 1, type = "pD", ...) {
    if (!identical(type, "pD")) {
        stop("the penalty popt is not there; type = \"pD\" is, and loo() judges better than either", call. = FALSE)
    }
    found <- sample_jags(model, "deviance", n.iter, thin)
    criterion <- found$fit$loo(given_states = TRUE)$dic
    structure(list(deviance = c(total = mean(found$draws)), penalty = c(total = criterion[["pD_divergence"]]), type = "pD"),
              class = "tandem_dic")
}

print.tandem_dic <- function(x, digits = max(3, getOption("digits") - 3), ...) {
    cat("Mean deviance: ", format(sum(x$deviance), digits = digits), "\n")
    cat("penalty", format(sum(x$penalty), digits = digits), "\n")
    cat("Penalized deviance:", format(sum(x$deviance) + sum(x$penalty), digits = digits), "\n")
    invisible(x)
}

# All that JAGS has in modules is there already.
load.module <- function(name, path, quiet = FALSE) invisible(NULL)

unload.module <- function(name, quiet = FALSE) invisible(NULL)

list.modules <- function() c("basemod", "bugs", "glm", "dic")
