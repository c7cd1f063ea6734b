# From what R users have to what the program takes: arrays by name in the body of a request, NaN for NA.

# One value as numbers with extents. Factors are numbered as R numbers them.
to_array <- function(name, value) {
    if (is.data.frame(value)) {
        if (!all(vapply(value, function(column) is.numeric(column) || is.logical(column) || is.factor(column), NA))) {
            tandem_stop("data", paste0("data ", name, ": a column is neither a number, nor TRUE or FALSE, nor a factor"))
        }
        value <- data.matrix(value)
    }
    if (is.factor(value)) value <- as.integer(value)
    if (inherits(value, c("Date", "POSIXt"))) tandem_stop("data", paste0("data ", name, " has dates; make them numbers first"))
    if (is.list(value)) tandem_stop("data", paste0("data ", name, " is a list; give each part a name of its own, or make it an array"))
    if (is.character(value)) {
        tandem_stop("data", paste0("data ", name, " is text, not numbers; labels can be numbered by factor()"))
    }
    if (!is.numeric(value) && !is.logical(value)) {
        tandem_stop("data", paste0("data ", name, " is of class ", class(value)[1], ", not numbers"))
    }
    if (!length(value)) tandem_stop("data", paste0("data ", name, " has no values"))
    extents <- if (is.null(dim(value))) length(value) else dim(value)
    list(dims = as.integer(extents), values = as.double(value))
}

# The fields of a request for named values, and the bytes that they are in; `at` is how many there are already.
encode_arrays <- function(values, at = 0L) {
    names <- names(values)
    if (length(values) && (is.null(names) || any(!nzchar(names)))) {
        tandem_stop("data", "every variable of the data must have a name")
    }
    if (anyDuplicated(names)) tandem_stop("data", paste0("data ", names[duplicated(names)][1], " is given twice"))
    fields <- list()
    body <- list()
    for (name in names) {
        array <- to_array(name, values[[name]])
        fields[[name]] <- list(dims = I(array$dims), at = at)
        # NA is a NaN of its own kind, and any NaN is NA to the program.
        body[[length(body) + 1L]] <- writeBin(array$values, raw(), endian = "little")
        at <- at + 8L * length(array$values)
    }
    list(fields = if (length(fields)) fields else structure(list(), names = character()), body = do.call(c, body), at = at)
}

encode_data <- function(data) {
    if (is.null(data)) return(list(fields = list(), body = raw(), at = 0L))
    if (is.environment(data)) data <- as.list(data)
    if (is.character(data) && is.null(names(data))) {
        return(list(fields = list(data_files = I(normalizePath(data, mustWork = FALSE))), body = raw(), at = 0L))
    }
    if (!is.list(data)) {
        tandem_stop("data", paste0("data must be a named list, a data frame, an environment, or names of files, not of class ", class(data)[1]))
    }
    arrays <- encode_arrays(data)
    list(fields = list(data = arrays$fields), body = arrays$body, at = arrays$at)
}

# Adds start values to encoded data: one list for all chains or a list of one for each.
encode_starts <- function(encoded, init) {
    if (is.null(init) || !length(init)) return(encoded)
    sets <- if (is.null(names(init))) init else list(init)
    starts <- list()
    for (set in sets) {
        if (!is.list(set)) tandem_stop("data", "init must be a named list, or a list of one for each chain")
        set <- set[!names(set) %in% c(".RNG.name", ".RNG.seed")]
        arrays <- encode_arrays(set, encoded$at)
        encoded$body <- c(encoded$body, arrays$body)
        encoded$at <- arrays$at
        starts[[length(starts) + 1L]] <- arrays$fields
    }
    encoded$fields$init <- starts
    encoded
}

padded <- function(bytes) 8L * ((bytes + 7L) %/% 8L)

element_names <- function(variable) {
    shape <- unlist(variable$shape)
    if (!length(shape)) return(variable$name)
    indices <- do.call(expand.grid, lapply(shape, seq_len))
    paste0(variable$name, "[", do.call(paste, c(indices, sep = ",")), "]")
}

# The labels along each dimension of the variables that have some: `dims` names their dimensions, and a dimension has the labels
# that `coords` says or the levels of the factor of this name in the data.
labels_of <- function(data, dims, coords) {
    if (is.null(dims)) return(list())
    if (!is.list(dims) || is.null(names(dims))) {
        tandem_stop("request", "dims must be a named list, such as list(beta = \"site\")")
    }
    data <- if (is.environment(data)) as.list(data) else if (is.list(data)) data else list()
    lapply(dims, function(names) {
        lapply(stats::setNames(names, names), function(name) {
            if (!is.null(coords[[name]])) as.character(coords[[name]]) else if (is.factor(data[[name]])) levels(data[[name]])
        })
    })
}

# Names of elements with labels in the place of numbers: beta[2] is beta[north].
labelled <- function(names, labels) {
    if (!length(labels)) return(names)
    bases <- sub("\\[.*", "", names)
    for (i in which(bases %in% names(labels) & grepl("[", names, fixed = TRUE))) {
        known <- labels[[bases[i]]]
        indices <- strsplit(gsub(".*\\[|\\]", "", names[i]), ",", fixed = TRUE)[[1]]
        if (length(known) != length(indices)) {
            tandem_stop("request", paste0(bases[i], " has ", length(indices), " dimensions, and dims names ", length(known)))
        }
        for (k in seq_along(indices)) {
            place <- as.integer(indices[k])
            if (is.null(known[[k]])) next
            if (place > length(known[[k]])) {
                tandem_stop("request", paste0(names[i], " is beyond the ", length(known[[k]]), " labels of ", names(known)[k]))
            }
            indices[k] <- known[[k]][place]
        }
        names[i] <- paste0(bases[i], "[", paste(indices, collapse = ","), "]")
    }
    names
}

# A table of draws as arrays of iterations, chains and elements, or statistics of the sampler. The program says where the
# columns are in its Arrow file.
decode_table <- function(answer) {
    body <- base64_dec(answer$body)
    sizes <- vapply(answer$variables, function(one) as.integer(prod(unlist(one$shape))), 1L)
    kinds <- c(rep(vapply(answer$variables, function(one) if (identical(one$kind, "discrete")) "whole" else "real", ""), sizes),
               unlist(answer$statistic_types))
    names <- c(unlist(lapply(answer$variables, element_names)), unlist(answer$statistics))
    batches <- lapply(answer$batches, function(place) decode_batch(body, place, kinds))
    chains <- vapply(batches, function(batch) batch$chain, 1L)
    all <- array(NA_real_, c(answer$draws, answer$chains, length(names)), list(iteration = NULL, chain = NULL, variable = names))
    for (chain in seq_len(answer$chains)) {
        all[, chain, ] <- do.call(rbind, lapply(batches[chains == chain], function(batch) batch$values))
    }
    elements <- seq_len(sum(sizes))
    list(draws = all[, , elements, drop = FALSE], statistics = all[, , -elements, drop = FALSE])
}

# The columns of a batch, which begin at multiples of eight and stand one after the other.
decode_batch <- function(body, place, kinds) {
    rows <- place$rows
    at <- place$at
    chain <- readBin(body[at + 1:4], "integer", 1, 4, endian = "little")
    at <- at + 2L * padded(4L * rows)
    runs <- rle(kinds)
    columns <- lapply(seq_along(runs$lengths), function(i) {
        count <- rows * runs$lengths[i]
        if (runs$values[i] == "truth") {
            each <- padded((rows + 7L) %/% 8L)
            bits <- vapply(seq_len(runs$lengths[i]), function(column) {
                as.double(rawToBits(body[at + (column - 1L) * each + seq_len(each)])[seq_len(rows)])
            }, numeric(rows))
            at <<- at + each * runs$lengths[i]
            return(matrix(bits, rows))
        }
        bytes <- body[at + seq_len(8L * count)]
        at <<- at + 8L * count
        matrix(if (runs$values[i] == "whole") whole_numbers(bytes, count) else readBin(bytes, "double", count, 8, endian = "little"), rows)
    })
    list(chain = chain, values = do.call(cbind, columns))
}

# Whole numbers of eight bytes, which R has no type for.
whole_numbers <- function(bytes, count) {
    halves <- matrix(readBin(bytes, "integer", 2L * count, 4, endian = "little"), 2)
    low <- halves[1, ] + ifelse(halves[1, ] < 0, 2^32, 0)
    low[is.na(low)] <- 2^31
    low + 2^32 * halves[2, ]
}
