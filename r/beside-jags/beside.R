# Prints the results of one script by JAGS and by Tandem beside each other, as a table in Markdown.
arguments <- commandArgs(TRUE)
suppressMessages(library(coda))
theirs <- readRDS(arguments[1])
ours <- readRDS(arguments[2])
stopifnot(setequal(varnames(theirs), varnames(ours)))
names <- varnames(ours)
row <- function(chains, name) {
    one <- chains[, name]
    all <- unlist(one)
    size <- if (sd(all) > 0) effectiveSize(one)[[1]] else NA
    c(mean = mean(all), sd = sd(all), size = size, error = if (sd(all) > 0) sd(all) / sqrt(size) else 0)
}
jags <- t(vapply(names, function(name) row(theirs, name), numeric(4)))
tandem <- t(vapply(names, function(name) row(ours, name), numeric(4)))
error <- sqrt(jags[, "error"]^2 + tandem[, "error"]^2)
apart <- ifelse(error > 0, abs(jags[, "mean"] - tandem[, "mean"]) / error, 0)
stopifnot(jags[error == 0, "mean"] == tandem[error == 0, "mean"])
text <- function(x) formatC(x, digits = 4, format = "g", flag = "#")
cat("| | mean by JAGS | by Tandem | sd by JAGS | by Tandem | effective draws by JAGS | by Tandem | apart, in standard errors |\n")
cat("|---|---|---|---|---|---|---|---|\n")
whole <- function(x) ifelse(is.na(x), "-", formatC(x, digits = 0, format = "f"))
cat(paste0("| `", names, "` | ", text(jags[, "mean"]), " | ", text(tandem[, "mean"]), " | ", text(jags[, "sd"]), " | ", text(tandem[, "sd"]),
           " | ", whole(jags[, "size"]), " | ", whole(tandem[, "size"]), " | ", formatC(apart, digits = 1, format = "f"), " |\n"), sep = "")
# So far apart they are by chance once in ten thousand pages.
if (max(apart) > 5) stop("the results differ")
