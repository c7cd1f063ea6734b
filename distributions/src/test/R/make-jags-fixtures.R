# Makes the fixtures for what R lacks from JAGS's logdensity functions: Rscript make-jags-fixtures.R <folder>
# JAGS prints six digits, so each value leaves it in three integer parts of five digits.
folder <- commandArgs(trailingOnly = TRUE)[1]
cases <- list()
add <- function(name, x, ...) cases[[length(cases) + 1]] <<- list(name = name, x = x, p = list(...))
for (x in c(1.5, 3, 400)) for (a in c(0.2, 2, 30)) add("dpar", x, a, 1.5)
for (x in c(0.01, 0.7, 3)) for (r in c(0.4, 2)) for (b in c(0.5, 1, 3)) add("dgen.gamma", x, r, 1.5, b)
for (x in c(-9, 0.1, 2)) for (tau in c(0.02, 1, 40)) add("ddexp", x, 0.5, tau)
for (x in c(1, 3, 5)) for (psi in c(0.01, 0.8, 1.7, 90)) add("dhyper", x, 5, 8, 6, psi)
for (x in c(10, 25)) for (psi in c(0.3, 1.7)) add("dhyper", x, 60, 80, 40, psi)
for (x in c(0, 3, 10)) for (a in c(0.1, 1.5, 40)) add("dbetabin", x, a, 2.5, 10)
for (x in c(0.05, 0.8, 12)) for (k in c(1, 3, 30)) add("dscaled.gamma", x, 2, k)
for (x in c(-1, 0.8, 6)) for (k in c(2, 9)) add("dnt", x, 1, 3, k)
for (x in c(0.05, 0.8, 12)) for (k in c(1, 3)) add("dnchisqr", x, k, 4)
for (x in c(0, 4, 30)) for (p in c(0.1, 0.9)) add("dnegbin", x, p, 2.5)
for (x in c(0.1, 2)) for (k in c(1, 6)) add("df", x, k, 3)
for (x in c(0.1, 2)) add("dweib", x, 1.7, 0.6)
for (x in c(-1, 2)) { add("dlogis", x, 0.3, 2.5); add("dt", x, 0.3, 2.5, 4); add("dnorm", x, 0.3, 2.5) }
for (x in c(0.4, 2)) add("dlnorm", x, 0.3, 2.5)
add("dpick", 1, 0.3, 1, 2); add("dpick", 2, 0.3, 1, 2)
for (x in 1:3) for (mu in c(-4, 0.3, 5)) { add("dordered.logit", x, mu, c(-1, 2)); add("dordered.probit", x, mu, c(-1, 2)) }
for (x in c(-3, 0.2, 5)) { add("dnormmix", x, c(-1, 2), c(1, 2), c(0.4, 0.6)); add("dnormmix", x, c(-1, 2), c(9, 0.2), c(0.7, 0.3)) }
for (x in 1:3) add("dcat", x, c(2, 0.5, 4))
add("dround", 2.3, 2.32, 1); add("dround", 2.3, 2.36, 1); add("dround", 2.5, 2.5, 0); add("dround", 2, 2.5, 0); add("dround", 120, 123, -1)
for (x in 0:2) for (t in c(-2, -1, 0, 2, 3)) add("dinterval", x, t, c(-1, 2))
add("ddirch", c(0.2, 0.3, 0.5), c(1, 2.5, 0.4)); add("ddirch", c(0.2, 0, 0.8), c(1, 0, 0.4))
add("dmulti", c(2, 0, 3), c(2, 0.5, 4), 5)
add("dmnorm", c(0.5, -1), c(0, 1), matrix(c(2, 0.6, 0.6, 1), 2)); add("dmnorm.vcov", c(0.5, -1), c(0, 1), matrix(c(2, 0.6, 0.6, 1), 2))
add("dmt", c(0.5, -1), c(0, 1), matrix(c(2, 0.6, 0.6, 1), 2), 5)
add("dwish", matrix(c(1.2, 0.3, 0.3, 0.8), 2), matrix(c(2, 0.6, 0.6, 1), 2), 4)
add("dmt", c(0.5, -1), c(0, 1), matrix(c(2, 0.6, 0.6, 1), 2), 2)
three <- matrix(c(2, 0.3, 0.1, 0.3, 1.5, -0.2, 0.1, -0.2, 0.9), 3); other <- matrix(c(1.1, -0.4, 0.2, -0.4, 0.8, 0.3, 0.2, 0.3, 2.5), 3)
add("dmnorm", c(0.5, -1, 2), c(0, 1, 3), three); add("dmnorm.vcov", c(0.5, -1, 2), c(0, 1, 3), three); add("dmt", c(0.5, -1, 2), c(0, 1, 3), three, 3.5)
add("dwish", three, other, 3); add("dwish", other, three, 7.5)
for (df in c(1, 2.5, 7)) { add("dscaled.wishart", matrix(c(1.2, 0.3, 0.3, 0.8), 2), c(2, 0.5), df); add("dscaled.wishart", three, c(2, 0.5, 1.5), df); add("dscaled.wishart", other, c(0.1, 9, 1), df) }
add("dsample", c(1, 0, 1, 0), c(0.1, 0.2, 0.3, 0.9), 2); add("dsample", c(1, 0, 0, 0), c(0.1, 0.2, 0.3, 0.9), 1)
add("dsample", c(1, 1, 1, 1), c(0.1, 0.2, 0.3, 0.9), 4); add("dsample", c(1, 0, 0, 0), c(0.1, 0.2, 0.3, 0.9), 2); add("dsample", c(0, 1, 1, 1, 0, 1), c(5, 0.2, 30, 0.9, 1e-3, 2), 4)
add("dmulti", c(2, 0, 3), c(0.2, 0, 0.4), 5); add("dmulti", c(2, 1, 3), c(0.2, 0, 0.4), 6); add("ddirch", c(0.1, 0.2, 0.3, 0.4), c(7, 0.2, 1, 3))
rates <- matrix(c(-1, 0.5, 0, 0.7, -0.9, 0, 0.3, 0.4, 0), 3)
for (from in 1:3) for (to in 1:3) add("dmstate", to, from, 0.7, rates)
add("dmstate", 3, 1, 0.001, matrix(c(-1, 0.5, 0.25, 1, -0.75, 0.75, 0, 0.25, -1), 3)); add("dmstate", 3, 1, 40, matrix(c(-1, 0.5, 0.25, 1, -0.75, 0.75, 0, 0.25, -1), 3))
add("dmstate", 2, 1, 0, rates); add("dmstate", 1, 1, 0, rates)
text <- function(v) sprintf("%.15g", v)
model <- c("data {"); data <- character()
for (i in seq_along(cases)) {
  arguments <- character()
  for (v in c(list(cases[[i]]$x), cases[[i]]$p)) if (length(v) == 1) arguments <- c(arguments, text(v)) else {
    id <- paste0("v", length(data) + 1)
    d <- if (is.matrix(v)) sprintf("structure(c(%s), .Dim = c(%dL, %dL))", paste(text(v), collapse = ","), nrow(v), ncol(v)) else sprintf("c(%s)", paste(text(v), collapse = ","))
    data <- c(data, sprintf("%s <- %s", id, d)); arguments <- c(arguments, if (is.matrix(v)) paste0(id, "[,]") else paste0(id, "[]"))
  }
  # An impossible value is -infinity, which has no digits: it leaves as the flag alone.
  model <- c(model, sprintf("raw%d <- logdensity.%s(%s)", i, substring(cases[[i]]$name, 2), paste(arguments, collapse = ", ")),
    sprintf("out[%d,1] <- step(-1.0E6 - raw%d)", i, i), sprintf("f%d <- ifelse(out[%d,1], 0, raw%d) * 1.0E3", i, i, i),
    sprintf("out[%d,2] <- trunc(f%d)", i, i), sprintf("g%d <- (f%d - out[%d,2]) * 1.0E5", i, i, i),
    sprintf("out[%d,3] <- trunc(g%d)", i, i), sprintf("out[%d,4] <- (g%d - out[%d,3]) * 1.0E5", i, i, i))
}
model <- c(model, "}", "model { y ~ dnorm(out[1,1], 1) }")
at <- function(name) file.path(tempdir(), name)
writeLines(model, at("m.bug")); writeLines(data, at("d.R"))
writeLines(c("load glm", "load mix", "load msm", sprintf('model in "%s"', at("m.bug")), sprintf('data in "%s"', at("d.R")), "compile", "initialize", sprintf('data to "%s"', at("o.R"))), at("c.cmd"))
status <- system2("jags", at("c.cmd"), stdout = at("log"), stderr = at("log"))
if (!file.exists(at("o.R"))) stop(paste(readLines(at("log")), collapse = "\n"))
results <- new.env(); sys.source(at("o.R"), results)
out <- matrix(results$out, ncol = 4)
lines <- vapply(seq_along(cases), function(i) {
  value <- if (out[i, 1] == 1) "-Infinity" else sprintf("%.13f", (out[i, 2] + (out[i, 3] + out[i, 4] / 1e5) / 1e5) / 1e3)
  arguments <- vapply(c(list(cases[[i]]$x), cases[[i]]$p), function(v) paste(text(v), collapse = " "), "")
  paste(c(cases[[i]]$name, arguments, value), collapse = ",")
}, "")
writeLines(lines, file.path(folder, "jags.csv"))
