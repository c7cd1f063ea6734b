# Shared by the scripts beside it: data files, JAGS runs, quadrature, truth files. Run everything from examples/.

suppressPackageStartupMessages({
  library(jsonlite)
  library(posterior)
})

# ---- data -----------------------------------------------------------------------------------------------------------

# Writes data.json: scalars as numbers, vectors as arrays, a matrix as an array of its rows, NA as null.
write_data_json <- function(name, data) {
  fields <- vapply(names(data), function(field) {
    value <- data[[field]]
    scalar <- length(value) == 1 && is.null(dim(value))
    paste0("  ", toJSON(field, auto_unbox = TRUE), ": ",
           toJSON(value, auto_unbox = scalar, digits = NA, na = "null", matrix = "rowmajor"))
  }, "")
  writeLines(c("{", paste(fields, collapse = ",\n"), "}"), file.path(name, "data.json"))
}

# Writes data.R, the dump format that JAGS reads: arrays column by column with .Dim.
write_data_R <- function(name, data) {
  number <- function(x) paste(ifelse(is.na(x), "NA", format(x, digits = 15, trim = TRUE, drop0trailing = TRUE)))
  each <- function(x) vapply(x, number, "")
  fields <- vapply(names(data), function(field) {
    value <- data[[field]]
    text <- if (length(value) == 1) each(value) else paste0("c(", paste(each(as.vector(value)), collapse = ", "), ")")
    if (!is.null(dim(value))) {
      text <- paste0("structure(", text, ", .Dim = c(", paste0(dim(value), "L", collapse = ", "), "))")
    }
    paste(strwrap(paste0('"', field, '" <- ', text), width = 118, exdent = 2), collapse = "\n")
  }, "")
  writeLines(fields, file.path(name, "data.R"))
}

# Reads back what the example's folder holds, so that the truth belongs to the committed data and nothing else.
read_data <- function(name) {
  json <- file.path(name, "data.json")
  if (file.exists(json)) return(fromJSON(json))
  environment <- new.env()
  sys.source(file.path(name, "data.R"), environment)
  mget(ls(environment, all.names = TRUE), environment)
}

# ---- truth files ----------------------------------------------------------------------------------------------------

# Rows of a truth table from means and variances that are exact up to a negligible numerical error.
exact <- function(name, mean, variance) {
  data.frame(name = name, mean = mean, mcse_mean = 0, sd = sqrt(pmax(variance, 0)), mcse_sd = 0)
}

# The same for the indicators of events with known probabilities.
exact_indicator <- function(name, probability) exact(name, probability, probability * (1 - probability))

# Writes truth.json. "quantities" are nodes with a distribution of their own, "derived" are deterministic nodes.
write_truth <- function(name, source, quantities, derived = NULL) {
  table <- function(rows) {
    number <- function(x) format(signif(x, 7), digits = 7, trim = TRUE, scientific = FALSE, drop0trailing = TRUE)
    each <- function(x) vapply(x, number, "")
    lines <- sprintf('    %s: {"mean": %s, "mcse_mean": %s, "sd": %s, "mcse_sd": %s}',
                     vapply(rows$name, function(n) as.character(toJSON(n, auto_unbox = TRUE)), ""),
                     each(rows$mean), each(rows$mcse_mean), each(rows$sd), each(rows$mcse_sd))
    paste(lines, collapse = ",\n")
  }
  stopifnot(all(is.finite(as.matrix(rbind(quantities, derived)[, -1]))),
            !anyDuplicated(c(quantities$name, derived$name)))
  parts <- c(paste0('  "source": ', toJSON(source, auto_unbox = TRUE)),
             paste0('  "quantities": {\n', table(quantities), "\n  }"),
             if (!is.null(derived)) paste0('  "derived": {\n', table(derived), "\n  }"))
  writeLines(c("{", paste(parts, collapse = ",\n"), "}"), file.path(name, "truth.json"))
  print(rbind(quantities, derived), digits = 4, row.names = FALSE)
}

# ---- JAGS -----------------------------------------------------------------------------------------------------------

# Long runs of JAGS, one after another on one core: a posterior draws array.
run_jags <- function(model, data, monitor, inits = function(chain) list(), seed = 1, chains = 4, adapt = 2000,
                     burnin = 5000, iterations = 100000, thin = 10) {
  suppressPackageStartupMessages(library(rjags))
  starts <- lapply(seq_len(chains), function(chain) {
    set.seed(1000 * seed + chain)
    c(inits(chain), list(.RNG.name = "base::Mersenne-Twister", .RNG.seed = 1000 * seed + chain))
  })
  began <- Sys.time()
  compiled <- jags.model(model, data, starts, n.chains = chains, n.adapt = adapt, quiet = TRUE)
  if (burnin > 0) update(compiled, burnin, progress.bar = "none")
  samples <- coda.samples(compiled, monitor, iterations, thin, progress.bar = "none")
  message(sprintf("%s: JAGS took %.0f s", model, as.numeric(Sys.time() - began, units = "secs")))
  as_draws_array(samples)
}

# Rows of a truth table from draws; stops unless the chains agree and the standard errors are small.
from_draws <- function(draws, names = variables(draws), worst_rhat = 1.005, worst_error = 0.02) {
  rows <- lapply(names, function(name) {
    x <- extract_variable_matrix(draws, name)
    if (length(unique(as.vector(x))) == 1) {
      return(data.frame(name = name, mean = x[1], mcse_mean = 0, sd = 0, mcse_sd = 0, rhat = 1))
    }
    data.frame(name = name, mean = mean(x), mcse_mean = mcse_mean(x), sd = sd(x), mcse_sd = mcse_sd(x), rhat = rhat(x))
  })
  table <- do.call(rbind, rows)
  error <- ifelse(table$sd > 0, table$mcse_mean / table$sd, 0)
  message(sprintf("worst R-hat %.5f (%s), worst standard error of a mean %.4f sd (%s)", max(table$rhat),
                  table$name[which.max(table$rhat)], max(error), table$name[which.max(error)]))
  stopifnot(max(table$rhat) < worst_rhat, max(error) < worst_error)
  table[, c("name", "mean", "mcse_mean", "sd", "mcse_sd")]
}

# ---- quadrature -----------------------------------------------------------------------------------------------------

log_sum_exp <- function(x) { top <- max(x); top + log(sum(exp(x - top))) }

# Row-wise over a matrix.
row_log_sum_exp <- function(x) {
  top <- x[cbind(seq_len(nrow(x)), max.col(x, ties.method = "first"))]
  top + log(rowSums(exp(x - top)))
}

# The trapezoid rule in several dimensions: a lattice laid along the axes of the curvature at the mode, grown from the
# mode outwards as long as the log density is within `depth` of the top. For smooth densities that vanish at both ends
# its error falls faster than any power of the step. `log_density` takes a matrix with one point to a row.
lattice <- function(log_density, start, step = 0.75, depth = 25, shift = 0, chunk = 10000) {
  one <- function(x) -log_density(matrix(x, 1))
  mode <- optim(start, one, method = "BFGS", control = list(maxit = 1000, reltol = 1e-13))$par
  root <- t(chol(solve(optimHess(mode, one))))
  dimension <- length(start)
  place <- function(k) sweep(tcrossprod((k + shift) * step, root), 2, mode, "+")
  evaluate <- function(points) {
    rows <- split(seq_len(nrow(points)), (seq_len(nrow(points)) - 1) %/% chunk)
    unlist(lapply(rows, function(r) log_density(points[r, , drop = FALSE])), use.names = FALSE)
  }
  base <- 128^(0:(dimension - 1))
  top <- -one(mode)
  frontier <- matrix(0, 1, dimension)
  before <- numeric()
  kept <- list(frontier)
  values <- list(evaluate(place(frontier)))
  while (nrow(frontier) > 0) {
    shell <- do.call(rbind, lapply(seq_len(dimension), function(axis) {
      up <- frontier; up[, axis] <- up[, axis] + 1
      down <- frontier; down[, axis] <- down[, axis] - 1
      rbind(up, down)
    }))
    keys <- drop(shell %*% base)
    fresh <- !duplicated(keys) & !(keys %in% before)
    shell <- shell[fresh, , drop = FALSE]
    density <- evaluate(place(shell))
    inside <- is.finite(density) & density > top - depth
    before <- drop(frontier %*% base)
    frontier <- shell[inside, , drop = FALSE]
    kept[[length(kept) + 1]] <- frontier
    values[[length(values) + 1]] <- density[inside]
  }
  value <- unlist(values)
  weight <- exp(value - max(value))
  cell <- step^dimension * abs(prod(diag(root)))
  list(points = place(do.call(rbind, kept)), weight = weight / sum(weight),
       log_integral = max(value) + log(sum(weight) * cell))
}

# Exact moments by quadrature. `moments` takes points (one to a row) and gives a list of two matrices with named columns,
# conditional mean and conditional variance of each quantity given the point. The whole is done on two lattices, and must
# agree.
quadrature <- function(log_density, start, moments, step = 0.75, depth = 25, tolerance = 1e-4, chunk = 5000) {
  once <- function(step, shift) {
    grid <- lattice(log_density, start, step, depth, shift)
    rows <- split(seq_len(nrow(grid$points)), (seq_len(nrow(grid$points)) - 1) %/% chunk)
    sums <- lapply(rows, function(r) {
      m <- moments(grid$points[r, , drop = FALSE])
      w <- grid$weight[r]
      list(first = colSums(w * m$mean), second = colSums(w * (m$variance + m$mean^2)))
    })
    first <- Reduce(`+`, lapply(sums, `[[`, "first"))
    second <- Reduce(`+`, lapply(sums, `[[`, "second"))
    list(mean = first, variance = pmax(second - first^2, 0), size = nrow(grid$points),
         log_integral = grid$log_integral)
  }
  coarse <- once(step, 0)
  fine <- once(0.85 * step, 0.3)
  scale <- ifelse(fine$variance > 0, sqrt(fine$variance), 1)
  gap <- max(abs(coarse$mean - fine$mean) / scale, abs(sqrt(coarse$variance) - sqrt(fine$variance)) / scale)
  message(sprintf("lattices of %d and %d points differ by %.1e sd at most", coarse$size, fine$size, gap))
  stopifnot(gap < tolerance)
  rows <- exact(names(fine$mean), fine$mean, fine$variance)
  attr(rows, "log_integral") <- fine$log_integral
  rows
}

# Moments for quantities that are functions of the point itself.
certain <- function(values) list(mean = values, variance = 0 * values)

# Joins moments of different kinds.
together <- function(...) {
  parts <- list(...)
  list(mean = do.call(cbind, lapply(parts, `[[`, "mean")), variance = do.call(cbind, lapply(parts, `[[`, "variance")))
}

# Moments of indicators from their conditional probabilities.
indicators <- function(probability) list(mean = probability, variance = probability * (1 - probability))

# The rows of a table in the order of the names given.
pick <- function(rows, names) {
  stopifnot(all(names %in% rows$name))
  rows[match(names, rows$name), ]
}
