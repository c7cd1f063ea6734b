# Makes the fixtures of the functions of arrays from JAGS through rjags: Rscript make-jags-functions.R <folder>
# Rows: function, arguments .., result, each as extents:values. inverse.lu, which JAGS 4.3 lacks, is R's solve.
folder <- commandArgs(trailingOnly = TRUE)[1]
suppressMessages(library(rjags)); load.module("msm", quiet = TRUE)
shortest <- function(v) { s <- sprintf("%.15g", v); ifelse(as.numeric(s) == v, s, sprintf("%.17g", v)) }
field <- function(v) paste0(paste(if (is.null(dim(v))) length(v) else dim(v), collapse = "x"), ":", paste(shortest(v), collapse = " "))
lines <- character()
emit <- function(name, arguments, result) lines[length(lines) + 1] <<- paste(c(name, vapply(arguments, field, ""), field(result)), collapse = ",")
row <- function(name, ...) {
  arguments <- list(...); names(arguments) <- paste0("v", seq_along(arguments))
  call <- if (name == "%*%") "v1 %*% v2" else sprintf("%s(%s)", name, paste(names(arguments), collapse = ", "))
  model <- jags.model(textConnection(sprintf("data { out <- %s }\nmodel { y ~ dnorm(0, 1) }", call)), data = arguments, quiet = TRUE)
  emit(name, arguments, model$data()$out)
}
a <- matrix(c(0.2, 0.3, 0.4, 0.5, 0.6, 0.7), 2); b <- matrix(1:12 / 8 - 0.5, 3); s <- matrix(c(2, 0.3, 0.3, 1), 2)
three <- matrix(c(2, 0.3, 0.1, 0.3, 1.5, -0.2, 0.1, -0.2, 0.9), 3); n <- matrix(c(2, 0.3, 0.7, -1), 2)
cube <- array(1:12 / 4, c(2, 3, 2)); u <- c(3, 1, 2, 1, -4, 7, 2); v2 <- c(1, 2.5); v3 <- c(-1, 2, 3)
for (f in c("sum", "mean", "sd", "prod", "max", "min")) { row(f, a); row(f, u); row(f, cube); if (f != "sd") row(f, 2.5) }
for (f in c("sum", "prod", "max", "min")) { row(f, a, v3); row(f, v2, -3, cube); row(f, v2, 0, 4) }
row("inprod", v3, c(2, 0.5, 1)); row("inprod", a, a * 2 - 1); row("inprod", 2, 3)
for (e in c(-2, -1, 0.3, 2, 2.9, 3, 9)) row("interp.lin", e, v3, c(4, 0.5, 2))
for (f in c("rank", "order", "sort")) { row(f, u); row(f, a); row(f, c(2, 2, 1, 1)); row(f, 2) }
row("t", a); row("t", s)
row("%*%", a, b); row("%*%", v2, a); row("%*%", a, v3); row("%*%", v3, v3); row("%*%", 2, 3); row("%*%", t(v3), b); row("%*%", b, matrix(1:4, 4)); row("%*%", s, s)
row("inverse", s); row("inverse", three); row("inverse", 2); row("logdet", s); row("logdet", three); row("logdet", 2)
row("mexp", n); row("mexp", three); row("mexp", -20 * three); row("mexp", matrix(c(-1, 0.5, 0, 0.7, -0.9, 0, 0.3, 0.4, 0), 3))
for (m in list(n, three, matrix(c(0, 1, 2, 3, 0, -1, 0.5, 2, 0), 3))) emit("inverse.lu", list(m), solve(m))
writeLines(lines, file.path(folder, "jags-functions.csv"))
