# Makes the fixtures of the distribution tests from R's own functions: Rscript make-fixtures.R <folder>
# Rows: distribution, what, x (or p), parameters .., value. Numbers carry 17 digits where needed.
folder <- commandArgs(trailingOnly = TRUE)[1]
shortest <- function(v) { s <- sprintf("%.15g", v); ifelse(as.numeric(s) == v, s, sprintf("%.17g", v)) }
digits <- function(v) ifelse(is.na(v), "NaN", ifelse(is.infinite(v), ifelse(v > 0, "Infinity", "-Infinity"), shortest(v)))
lines <- character()
row <- function(name, what, x, p, value)
  if (!is.nan(value)) lines[length(lines) + 1] <<- paste(c(name, what, digits(x), digits(p), digits(value)), collapse = ",")
probabilities <- c(1e-12, 1e-4, 0.05, 0.3, 0.5, 0.8, 0.999, 1 - 1e-9)
both <- function(name, grid, d, p, q, values) for (i in seq_len(nrow(grid))) {
  a <- as.numeric(grid[i, ])
  call <- function(f, x, ...) suppressWarnings(do.call(f, c(list(x), as.list(a), list(...))))
  xs <- unique(c(values, if (!is.null(q)) signif(call(q, c(0.001, 0.2, 0.5, 0.9, 0.9999)), 7)))
  for (x in xs) {
    row(name, "logDensity", x, a, call(d, x))
    if (!is.null(p)) {
      row(name, "logCumulative", x, a, call(p, x, TRUE))
      row(name, "logSurvival", x, a, call(p, x, FALSE))
    }
  }
  if (!is.null(q)) for (u in probabilities) row(name, "quantile", u, a, call(q, u))
}
locations <- c(-3, 0, 1e4); precisions <- c(1e-6, 0.7, 1e4)
both("dnorm", expand.grid(locations, precisions), function(x, m, t) dnorm(x, m, 1/sqrt(t), TRUE),
  function(x, m, t, lower) pnorm(x, m, 1/sqrt(t), lower, TRUE), function(u, m, t) qnorm(u, m, 1/sqrt(t)), c(-50, -1, 0.3, 40))
both("dlnorm", expand.grid(c(-3, 0, 10), c(0.01, 0.7, 100)), function(x, m, t) dlnorm(x, m, 1/sqrt(t), TRUE),
  function(x, m, t, lower) plnorm(x, m, 1/sqrt(t), lower, TRUE), function(u, m, t) qlnorm(u, m, 1/sqrt(t)), c(-1, 1e-10, 0.3, 1e5))
both("dlogis", expand.grid(locations, c(0.01, 0.7, 100)), function(x, m, t) dlogis(x, m, 1/t, TRUE),
  function(x, m, t, lower) plogis(x, m, 1/t, lower, TRUE), function(u, m, t) qlogis(u, m, 1/t), c(-50, 0.3, 40))
both("dunif", expand.grid(c(-3, 0), c(0.5, 1e6)), function(x, a, b) dunif(x, a, b, TRUE),
  function(x, a, b, lower) punif(x, a, b, lower, TRUE), qunif, c(-4, 0.3, 1e7))
both("dexp", expand.grid(c(1e-5, 0.7, 1e4)), function(x, r) dexp(x, r, TRUE),
  function(x, r, lower) pexp(x, r, lower, TRUE), qexp, c(-1, 0, 1e-10, 2, 1e3))
# exp(-(x - m)/b) is exponential; where that is no number of R, its logarithm is the upper tail
gumbel <- function(f) function(x, m, b, ...) f(exp((m - x)/b), ...)
both("dgumbel", expand.grid(locations, c(0.01, 0.7, 100)), function(x, m, b) gumbel(dexp)(x, m, b, log = TRUE) - (x - m)/b - log(b),
  function(x, m, b, lower) if (!lower && x - m > 700 * b) (m - x)/b else gumbel(pexp)(x, m, b, lower.tail = !lower, log.p = TRUE), function(u, m, b) m - b * log(qexp(u, lower.tail = FALSE)), c(-50, 0.3, 40))
half <- function(u) ifelse(u < 0.5, tanpi(u/2), 1/tanpi((1 - u)/2))
both("dhalfcauchy", expand.grid(c(1e-3, 0.7, 1e4)), function(x, s) ifelse(x < 0, -Inf, log(2) + dcauchy(x, 0, s, TRUE)),
  function(x, s, lower) if (x <= 0) ifelse(lower, -Inf, 0) else if (lower && x < s) log(2/pi * atan(x/s)) else if (lower) log1p(-2 * pcauchy(x, 0, s, FALSE))
    else if (x < s) log1p(-2/pi * atan(x/s)) else log(2) + pcauchy(x, 0, s, FALSE, TRUE), function(u, s) s * half(u), c(-1, 0, 1e-10, 2, 1e3, 1e100))
both("dgamma", expand.grid(c(0.01, 0.5, 1, 3.7, 40, 1e5), c(1e-3, 1, 200)), function(x, a, r) dgamma(x, a, r, log = TRUE),
  function(x, a, r, lower) pgamma(x, a, r, lower.tail = lower, log.p = TRUE), function(u, a, r) qgamma(u, a, r), c(-1, 1e-8, 0.3, 30))
both("dchisqr", expand.grid(c(0.5, 1, 2, 7.5, 300)), function(x, k) dchisq(x, k, log = TRUE),
  function(x, k, lower) pchisq(x, k, lower.tail = lower, log.p = TRUE), function(u, k) qchisq(u, k), c(1e-8, 0.3, 30))
both("dbeta", expand.grid(c(0.1, 1, 3.5, 2e4), c(0.2, 1, 8, 1e5)), function(x, a, b) dbeta(x, a, b, log = TRUE),
  function(x, a, b, lower) pbeta(x, a, b, lower.tail = lower, log.p = TRUE), function(u, a, b) qbeta(u, a, b), c(-1, 1e-8, 0.3, 0.97))
both("dt", expand.grid(c(-3, 10), c(0.01, 25), c(0.5, 1, 4, 300)), function(x, m, t, k) dt((x - m) * sqrt(t), k, log = TRUE) + log(t)/2,
  function(x, m, t, k, lower) pt((x - m) * sqrt(t), k, lower.tail = lower, log.p = TRUE), function(u, m, t, k) m + qt(u, k)/sqrt(t), c(-500, 0.3, 1e6))
# through qbeta: qf itself loses the lower tail
q.f <- function(u, n, m) { b <- qbeta(u, n/2, m/2); c <- qbeta(u, m/2, n/2, lower.tail = FALSE); m/n * ifelse(u < 0.5, b/(1 - b), 1/c - 1) }
both("df", expand.grid(c(0.7, 2, 5, 90), c(0.9, 4, 200)), function(x, n, m) df(x, n, m, log = TRUE),
  function(x, n, m, lower) pf(x, n, m, lower.tail = lower, log.p = TRUE), q.f, c(-1, 1e-6, 0.8, 60))
both("dweib", expand.grid(c(0.3, 1, 4), c(1e-3, 1, 50)), function(x, v, l) dweibull(x, v, l^(-1/v), TRUE),
  function(x, v, l, lower) pweibull(x, v, l^(-1/v), lower, TRUE), function(u, v, l) qweibull(u, v, l^(-1/v)), c(-1, 1e-6, 0.8, 3))
both("dnchisqr", expand.grid(c(0.5, 2, 9), c(0, 0.3, 8, 70)), function(x, k, d) if (d == 0) dchisq(x, k, log = TRUE) else { s <- sqrt(d * x); n <- k/2 - 1
    i <- besselI(s, abs(n), TRUE) + if (n < 0) 2/pi * sin(-n * pi) * besselK(s, -n, TRUE) * exp(-2 * s) else 0
    s - (x + d)/2 + n/2 * log(x/d) - log(2) + log(i) },
  function(x, k, d, lower) pchisq(x, k, d, lower, TRUE), function(u, k, d) qchisq(u, k, d), c(0.01, 5, 60))
# s is chi over the root of its degrees; in pieces, because integrate misses peaks
over.chi <- function(k, f) { cut <- c(0, 0.1, 0.3, 0.6, 1, 1.5, 2.5, 5, 12, 40)
  g <- function(s) f(s) * dchisq(k * s^2, k) * 2 * k * s
  sum(sapply(1:9, function(i) integrate(g, cut[i], cut[i + 1], rel.tol = 1e-12, abs.tol = 0, subdivisions = 2000, stop.on.error = FALSE)$value)) }
both("dnt", expand.grid(c(-2, 0, 1), c(0.5, 3), c(1.5, 4, 30)), function(x, m, t, k) log(over.chi(k, function(s) s * dnorm(x * s, m, 1/sqrt(t)))),
  function(x, m, t, k, lower) log(over.chi(k, function(s) pnorm(x * s, m, 1/sqrt(t), lower))), NULL, c(-1.5, -0.2, 0.8, 2.5))
both("dscaled.gamma", expand.grid(c(0.2, 3), c(1, 2, 7)), function(x, s, k) df(x * s^2, k, 1, log = TRUE) + 2 * log(s),
  function(x, s, k, lower) pf(x * s^2, k, 1, lower.tail = lower, log.p = TRUE), function(u, s, k) q.f(u, k, 1)/s^2, c(0.1, 4))
both("dbern", expand.grid(c(0, 1e-9, 0.3, 1)), function(x, p) dbinom(x, 1, p, TRUE),
  function(x, p, lower) pbinom(x, 1, p, lower, TRUE), NULL, c(0, 1))
both("dbin", expand.grid(c(1e-9, 0.03, 0.5, 0.98), c(1, 7, 300, 1e6)), function(x, p, n) dbinom(x, n, p, TRUE),
  function(x, p, n, lower) pbinom(x, n, p, lower, TRUE), function(u, p, n) qbinom(u, n, p), c(-1, 0, 1, 5))
both("dpois", expand.grid(c(1e-6, 0.4, 3, 55, 1e5)), function(x, l) dpois(x, l, TRUE),
  function(x, l, lower) ppois(x, l, lower, TRUE), qpois, c(-1, 0, 1, 12, 300))
both("dnegbin", expand.grid(c(1e-4, 0.3, 0.95), c(0.05, 1, 6.5, 500)), function(x, p, r) dnbinom(x, r, p, log = TRUE),
  function(x, p, r, lower) pnbinom(x, r, p, lower.tail = lower, log.p = TRUE), function(u, p, r) qnbinom(u, r, p), c(-1, 0, 1, 12, 300))
both("dhyper", data.frame(a = c(5, 30, 400), b = c(8, 20, 900), m = c(6, 25, 200), psi = 1), function(x, a, b, m, psi) dhyper(x, a, b, m, TRUE),
  function(x, a, b, m, psi, lower) phyper(x, a, b, m, lower, TRUE), function(u, a, b, m, psi) qhyper(u, a, b, m), c(3, 6))
writeLines(lines, file.path(folder, "r-distributions.csv"))

lines <- character()
for (x in c(-7.3, -2.5, -0.5, 1e-300, 1e-10, 0.1, 0.5, 0.9999999, 1.0000001, 1.4, 1.6, 2, 2.0000001, 2.6, 5, 9.99, 10, 25, 171.6, 1e5, 1e15))
  row("function", "loggam", x, numeric(), lgamma(x))
for (x in c(-7.3, -0.5, 1e-10, 0.1, 0.5, 1.4616321449683622, 1.4, 1.6, 2, 5, 9.99, 10, 25, 1e5, 1e15)) row("function", "digamma", x, numeric(), digamma(x))
for (x in c(-800, -40, -3, -0.1, 0, 0.7, 5, 40, 800)) row("function", "softplus", x, numeric(), -plogis(-x, log.p = TRUE))
for (x in c(-1, -1 + 1e-12, -0.4, -1e-10, 0, 1e-300, 1e-10, 0.7, 40, 1e15)) row("function", "log1p", x, numeric(), log1p(x))
for (x in c(-800, -40, -0.4, -1e-10, 0, 1e-300, 1e-10, 0.7, 40)) row("function", "expm1", x, numeric(), expm1(x))
for (x in c(1e-5, 0.1, 1, 5, 9.99, 25, 1e5)) row("function", "trigamma", x, numeric(), trigamma(x))
for (x in c(-300, -38, -9, -3, -1.0001, -1, -0.1, 0, 0.7, 5, 9)) {
  row("function", "phi", x, numeric(), pnorm(x)); row("function", "logPhi", x, numeric(), pnorm(x, log.p = TRUE))
}
for (p in c(1e-320, 1e-300, 1e-100, 1e-10, 1e-4, 0.02, 0.2, 0.5, 0.7, 0.99, 1 - 1e-10)) row("function", "probit", p, numeric(), qnorm(p))
for (p in c(1e-300, 1e-10, 0.2, 0.4999, 0.5, 0.500001, 0.7, 0.99, 1 - 1e-10)) {
  row("function", "logit", p, numeric(), qlogis(p)); row("function", "cloglog", p, numeric(), log(-log1p(-p)))
}
for (x in c(-800, -30, -1, 0, 0.3, 5, 30)) { row("function", "ilogit", x, numeric(), plogis(x)); if (x < 5) row("function", "icloglog", x, numeric(), -expm1(-exp(x))) }
for (n in c(0, 1, 5, 170, 300, 1e6)) row("function", "logfact", n, numeric(), lfactorial(n))
for (a in c(0.01, 0.5, 3, 12, 400, 1e7)) for (b in c(0.2, 5, 30, 1e4)) row("function", "logBeta", a, b, lbeta(a, b))
writeLines(lines, file.path(folder, "r-functions.csv"))

# Negative orders and those far from x too; R warns where it loses digits, and those rows are left out.
lines <- character()
exact <- function(f, x, nu) tryCatch(f(x, nu), warning = function(w) NaN)
for (x in c(1e-8, 0.01, 0.5, 1, 2.2, 3.5, 7, 12, 24.9, 25.1, 60, 300))
  for (nu in c(0, 0.2, 0.5, 0.97, 1, 1.7, 2, 5, 9.3, 20, 26.5, 55, 120.25, -0.3, -1, -2.6)) {
    for (f in c("besselI", "besselJ", "besselK", "besselY")) {
      value <- suppressMessages(exact(get(f), x, nu))
      if (is.finite(value) && abs(value) > 1e-290) row("function", f, x, nu, value)
    }
  }
writeLines(lines, file.path(folder, "r-bessel.csv"))
