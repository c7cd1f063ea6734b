# How well models predict data that they have not seen, by themselves and beside each other.

likelihood_fields <- function(unit, given_states) {
    if (!is.null(unit) && (!is.character(unit) || length(unit) != 1)) {
        tandem_stop("request", paste0("unit must be the name of a variable, not ", format(unit)[1]))
    }
    list(unit = unit, given_states = isTRUE(given_states))
}

# What the program says of one model, in the form that package loo has.
new_loo <- function(node, text) {
    number <- function(value) if (is.null(value)) NA_real_ else as.double(value)
    column <- function(name) vapply(node$units, function(unit) number(unit[[name]]), 1)
    estimate <- function(name) c(Estimate = number(node[[name]]$estimate), SE = number(node[[name]]$se))
    estimates <- rbind(elpd_loo = estimate("elpd_loo"), p_loo = estimate("p_loo"), looic = estimate("looic"))
    # In the program's JSON what is not a number is null; a shape that could not be fitted is infinite in package loo.
    shapes <- column("pareto_k")
    shapes[is.na(shapes)] <- Inf
    pointwise <- cbind(elpd_loo = column("elpd_loo"), mcse_elpd_loo = column("mcse_elpd_loo"), p_loo = column("p_loo"),
                       looic = -2 * column("elpd_loo"), influence_pareto_k = shapes)
    rownames(pointwise) <- vapply(node$units, function(unit) unit$name, "")
    effective <- column("n_eff")
    structure(
        list(estimates = estimates, pointwise = pointwise, diagnostics = list(pareto_k = shapes, n_eff = effective),
             psis_object = NULL, elpd_loo = estimates[1, 1], p_loo = estimates[2, 1], looic = estimates[3, 1],
             se_elpd_loo = estimates[1, 2], se_p_loo = estimates[2, 2], se_looic = estimates[3, 2],
             waic = rbind(elpd_waic = estimate("elpd_waic"), p_waic = estimate("p_waic"), waic = estimate("waic")),
             dic = vapply(node$dic, number, 1), summed_over = unlist(node$summed_over), text = text),
        dims = c(as.integer(node$draws), length(node$units)), model_name = node$run,
        class = c("tandem_loo", "psis_loo", "importance_sampling_loo", "loo"))
}

# How much unknowns depend on their priors, in the columns that package priorsense has.
new_sensitivity <- function(node, text) {
    number <- function(value) if (is.null(value)) NA_real_ else as.double(value)
    table <- data.frame(variable = vapply(node$unknowns, function(row) row$name, ""),
                        prior = vapply(node$unknowns, function(row) number(row$prior), 1),
                        likelihood = vapply(node$unknowns, function(row) number(row$likelihood), 1),
                        diagnosis = vapply(node$unknowns, function(row) row$diagnosis, ""))
    structure(table, text = text, priors = unlist(node$priors), class = c("tandem_sensitivity", "data.frame"))
}

print.tandem_sensitivity <- function(x, ...) {
    cat(attr(x, "text"))
    invisible(x)
}

loo.tandem_fit <- function(x, ...) x$loo(...)

print.tandem_loo <- function(x, ...) {
    cat(x$text)
    invisible(x)
}

tandem_compare <- function(..., unit = NULL, given_states = FALSE, seed = 1) {
    fits <- list(...)
    # As in loo_compare: what is not named is called what it was called here.
    written <- vapply(as.list(substitute(list(...)))[-1], function(one) paste(deparse(one), collapse = " "), "")
    if (length(fits) == 1 && is.list(fits[[1]]) && !inherits(fits[[1]], "tandem_fit")) {
        fits <- fits[[1]]
        written <- paste("model", seq_along(fits))
    }
    names <- if (is.null(names(fits))) written else ifelse(nzchar(names(fits)), names(fits), written)
    for (i in seq_along(fits)) {
        if (!inherits(fits[[i]], "tandem_fit")) {
            tandem_stop("request", paste0(names[i], " is of class ", class(fits[[i]])[1], ", not what $sample() returns"))
        }
    }
    if (length(fits) < 2) tandem_stop("request", "there is nothing to compare with: give two models or more")
    runs <- vapply(fits, function(fit) fit$run(), 1L)
    answer <- request(c(list(do = "compare", runs = I(unname(runs)), names = I(unname(names)), seed = whole("seed", seed)),
                        likelihood_fields(unit, given_states)))
    number <- function(value) if (is.null(value)) NA_real_ else as.double(value)
    rows <- answer$compared$comparison
    column <- function(...) vapply(rows, function(row) number(row[[c(...)]]), 1)
    table <- data.frame(elpd_loo = column("elpd_loo", "estimate"), se_elpd_loo = column("elpd_loo", "se"),
                        elpd_diff = column("difference", "estimate"), se_diff = column("difference", "se"),
                        stacking = column("stacking"), pseudo_bma_plus = column("pseudo_bma_plus"),
                        row.names = vapply(rows, function(row) row$run, ""))
    structure(table, text = answer$text, class = c("tandem_comparison", "data.frame"))
}

print.tandem_comparison <- function(x, ...) {
    cat(attr(x, "text"))
    invisible(x)
}
