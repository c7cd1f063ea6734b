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
    if (!is.list(data)) tandem_stop("data", "data must be a named list, a data frame, an environment, or names of files")
    arrays <- encode_arrays(data)
    list(fields = list(data = arrays$fields), body = arrays$body, at = arrays$at)
}

# Adds start values to encoded data: one list for all chains or a list of one for each.
encode_starts <- function(encoded, init) {
    if (is.null(init) || !length(init)) return(encoded)
    sets <- if (is.null(names(init))) init else list(init)
    starts <- list()
    for (set in sets) {
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

# A table of draws as an array of iterations, chains and elements. The program says where the columns are in its Arrow file.
decode_table <- function(answer) {
    body <- base64_dec(answer$body)
    sizes <- vapply(answer$variables, function(one) as.integer(prod(unlist(one$shape))), 1L)
    names <- unlist(lapply(answer$variables, element_names))
    batches <- lapply(answer$batches, function(place) {
        rows <- place$rows
        at <- place$at
        chain <- readBin(body[at + 1:4], "integer", 1, 4, endian = "little")
        at <- at + 2L * padded(4L * rows)
        columns <- lapply(seq_along(sizes), function(i) {
            count <- rows * sizes[i]
            bytes <- body[at + seq_len(8L * count)]
            at <<- at + 8L * count
            if (identical(answer$variables[[i]]$kind, "discrete")) {
                halves <- matrix(readBin(bytes, "integer", 2L * count, 4, endian = "little"), 2)
                low <- halves[1, ] + ifelse(halves[1, ] < 0, 2^32, 0)
                low[is.na(low)] <- 2^31
                values <- low + 2^32 * halves[2, ]
            } else {
                values <- readBin(bytes, "double", count, 8, endian = "little")
            }
            matrix(values, rows)
        })
        list(chain = chain, values = do.call(cbind, columns))
    })
    chains <- vapply(batches, function(batch) batch$chain, 1L)
    draws <- array(NA_real_, c(answer$draws, answer$chains, length(names)),
                   list(iteration = NULL, chain = NULL, variable = names))
    for (chain in seq_len(answer$chains)) {
        draws[, chain, ] <- do.call(rbind, lapply(batches[chains == chain], function(batch) batch$values))
    }
    draws
}
