# Shared by the R sides of the comparison: data files, names of elements, start values.
read_data <- function(file) {
  if (grepl("\\.json$", file)) return(jsonlite::fromJSON(file))
  environment <- new.env()
  sys.source(file, environment)
  mget(ls(environment, all.names = TRUE), environment)
}

# The names of a variable's elements, the first subscript fastest.
element_names <- function(variable, extents) {
  if (prod(extents) == 1 && length(extents) <= 1) return(variable)
  index <- do.call(expand.grid, lapply(extents, seq_len))
  paste0(variable, "[", do.call(paste, c(index, sep = ",")), "]")
}

