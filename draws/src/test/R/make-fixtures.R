# Writes the reference values that the Java diagnostics are tested against.
#
#   Rscript src/test/R/make-fixtures.R        (in the folder of the module; needs the package posterior)
#
# Numbers have 17 significant digits, so that doubles survive the way; NA, NaN and infinities are strings.

suppressPackageStartupMessages(library(posterior))
RNGversion("4.0.0")

# posterior 1.4.0 takes the halves of two or three draws without drop = FALSE, which turns several chains of one draw
# into one chain of several. Half-chains of one draw have no variance, so the value is NA, as for a single chain.
split_chains_keeping_shape <- function(x) {
  x <- as.matrix(x)
  n <- nrow(x)
  if (n < 2) return(x)
  half <- n %/% 2
  cbind(x[seq_len(half), , drop = FALSE], x[n - half + seq_len(half), , drop = FALSE])
}
assignInNamespace(".split_chains", split_chains_keeping_shape, "posterior")

# Where no half-chain moves R-hat is infinite; R's rounding errors make it a large number.
exact_rhat <- function(r) ifelse(!is.na(r) & r > 1e10, Inf, r)

out <- file.path("src", "test", "resources", "dev", "tandem", "draws")

# --- JSON -----------------------------------------------------------------------------------------------------------

number <- function(x) {
  # A JSON reader may take -0 for an integer, which has no sign.
  finite <- sub("^-0$", "-0.0", sprintf("%.17g", x))
  ifelse(is.na(x), '"NaN"', ifelse(is.infinite(x), ifelse(x > 0, '"Inf"', '"-Inf"'), finite))
}
vector_json <- function(x) paste0("[", paste(number(as.numeric(x)), collapse = ","), "]")
chains_json <- function(x) paste0("[", paste(apply(x, 2, vector_json), collapse = ","), "]")
object_json <- function(fields) {
  paste0("{", paste0('"', names(fields), '":', unlist(fields), collapse = ","), "}")
}
write_json <- function(name, rows) {
  writeLines(c("[", paste0(rows, c(rep(",", length(rows) - 1), "")), "]"), file.path(out, name))
}

# --- Chains: a matrix, draws by chains -------------------------------------------------------------------------------

ar1 <- function(n, chains, phi) {
  replicate(chains, as.numeric(stats::filter(rnorm(n), phi, method = "recursive", init = rnorm(1) / sqrt(1 - phi^2))))
}
sticky <- function(n, chains, values, stay) {
  replicate(chains, {
    x <- sample(values, n, replace = TRUE)
    keep <- runif(n) < stay
    for (i in seq_len(n)[-1]) if (keep[i]) x[i] <- x[i - 1]
    as.numeric(x)
  })
}
iid <- function(n, chains) matrix(rnorm(n * chains), n, chains)
put <- function(x, i, value) { x[i] <- value; x }

fixtures <- list(
  iid = function() iid(200, 4),
  iid_long = function() iid(1000, 4),
  iid_large_offset = function() 1e6 + iid(150, 4),
  iid_small_scale = function() 1e-6 * iid(150, 4),
  ar_0.3 = function() ar1(200, 4, 0.3),
  ar_0.6 = function() ar1(250, 2, 0.6),
  ar_0.9 = function() ar1(300, 4, 0.9),
  ar_0.99 = function() ar1(400, 4, 0.99),
  ar_minus_0.3 = function() ar1(200, 4, -0.3),
  ar_minus_0.7 = function() ar1(200, 3, -0.7),
  ar_minus_0.95 = function() ar1(200, 4, -0.95),
  random_walk = function() apply(iid(200, 4), 2, cumsum),
  means_differ = function() sweep(iid(150, 4), 2, c(0, 0, 0, 2), "+"),
  means_far_apart = function() sweep(iid(100, 3), 2, c(-50, 0, 50), "+"),
  scales_differ = function() sweep(iid(150, 4), 2, c(1, 1, 1, 5), "*"),
  trend = function() iid(200, 4) + (1:200) / 50,
  cauchy = function() matrix(rcauchy(800), 200, 4),
  lognormal = function() exp(2 * ar1(200, 4, 0.5)),
  binary = function() sticky(200, 4, 0:1, 0.5),
  binary_balanced = function() matrix(rep(c(0, 1, 1, 0), 50), 50, 4),
  binary_rare = function() matrix(as.numeric(runif(800) < 0.03), 200, 4),
  binary_one_two = function() sticky(101, 3, 1:2, 0.2),
  poisson = function() matrix(as.numeric(rpois(800, 3)), 200, 4),
  poisson_large = function() matrix(as.numeric(rpois(600, 80)), 150, 4),
  categories_sticky = function() sticky(300, 4, 1:5, 0.9),
  negative_zero = function() matrix(rep(c(0, -0, 1, -0, 0, -1, 2), 12), 21, 4),
  constant = function() matrix(3, 100, 4),
  constant_tenth = function() matrix(0.1, 99, 3),
  nearly_constant = function() 1e-16 * sticky(50, 2, 0:1, 0.3),
  one_constant_chain = function() put(iid(120, 4), 241:360, 0.1),
  constant_within_chains = function() matrix(rep(c(0.1, 0.2, 0.3), each = 60), 60, 3),
  stuck_half = function() put(iid(100, 2), 1:50, 0.7),
  one_chain = function() ar1(300, 1, 0.5),
  one_chain_iid = function() iid(64, 1),
  many_chains = function() iid(40, 16),
  odd_201 = function() ar1(201, 4, 0.4),
  odd_one_chain = function() ar1(177, 1, 0.7),
  odd_middle_extreme = function() put(iid(51, 2), c(26, 77), 1e3),
  antithetic = function() iid(200, 4) * 0.1 + rep(c(-1, 1), 100),
  alternating = function() matrix(rep(c(-1, 1), 100), 50, 4),
  draws_1 = function() iid(1, 4),
  draws_1_one_chain = function() iid(1, 1),
  draws_2 = function() iid(2, 4),
  draws_2_one_chain = function() iid(2, 1),
  draws_3_one_chain = function() iid(3, 1),
  draws_4_one_chain = function() iid(4, 1),
  draws_3 = function() iid(3, 4),
  draws_4 = function() iid(4, 4),
  draws_5 = function() iid(5, 4),
  draws_5_one_chain = function() iid(5, 1),
  draws_6 = function() iid(6, 4),
  draws_6_one_chain = function() iid(6, 1),
  draws_7 = function() iid(7, 4),
  draws_8 = function() iid(8, 2),
  draws_9_one_chain = function() iid(9, 1),
  draws_10 = function() ar1(10, 4, 0.5),
  draws_11 = function() ar1(11, 4, -0.5),
  draws_12_one_chain = function() ar1(12, 1, 0.8),
  draws_13 = function() ar1(13, 2, 0.9),
  draws_16 = function() ar1(16, 4, 0.9),
  draws_17_ties = function() matrix(as.numeric(rpois(68, 1)), 17, 4),
  nan_inside = function() put(iid(80, 4), 133, NaN),
  nan_in_the_middle = function() put(iid(81, 2), 41, NaN),
  inf_inside = function() put(iid(80, 4), 133, Inf),
  inf_both_signs = function() put(iid(80, 4), c(5, 133, 200, 201), c(Inf, -Inf, -Inf, Inf)),
  mostly_inf = function() put(iid(20, 2), 1:30, Inf),
  all_inf = function() matrix(Inf, 20, 2)
)

probabilities <- c(0, 0.05, 0.1, 0.25, 0.5, 0.9, 0.95, 1)

# posterior stops with an error in a few degenerate cases; there is no value then.
value <- function(expression) {
  tryCatch(suppressWarnings(as.numeric(expression)), error = function(e) {
    message("no value: ", conditionMessage(e))
    NA_real_
  })
}

expected <- function(x) {
  over <- function(f) vector_json(vapply(probabilities, function(p) value(f(x, p)), 0))
  list(
    rhat = number(exact_rhat(value(rhat(x)))),
    rhatBasic = number(exact_rhat(value(rhat_basic(x)))),
    essBulk = number(value(ess_bulk(x))),
    essTail = number(value(ess_tail(x))),
    essMean = number(value(ess_mean(x))),
    essSd = number(value(ess_sd(x))),
    essBasic = number(value(ess_basic(x))),
    mcseMean = number(value(mcse_mean(x))),
    mcseSd = number(value(mcse_sd(x))),
    mean = number(value(mean(x))),
    sd = number(value(stats::sd(x))),
    median = number(value(stats::median(x))),
    mad = number(value(stats::mad(x))),
    quantile = over(function(x, p) quantile2(x, p)),
    essQuantile = over(function(x, p) ess_quantile(x, p)),
    mcseQuantile = over(function(x, p) mcse_quantile(x, p))
  )
}

rows <- mapply(function(name, make, seed) {
  set.seed(seed)
  x <- make()
  object_json(c(
    list(name = paste0('"', name, '"'), probabilities = vector_json(probabilities), draws = chains_json(x)),
    expected(x)
  ))
}, names(fixtures), fixtures, seq_along(fixtures))
write_json("diagnostics.json", rows)

# --- Kolmogorov and Smirnov ------------------------------------------------------------------------------------------

# The limiting distribution's upper tail by its alternating series, with terms enough for any argument used here.
survival <- function(x) {
  if (x == 0) return(1)
  k <- 1:2000
  min(1, max(0, 2 * sum((-1)^(k - 1) * exp(-2 * k^2 * x^2))))
}

pairs <- list(
  same_law = function() list(rnorm(120), rnorm(80)),
  shifted = function() list(rnorm(100), rnorm(150, 0.4)),
  far = function() list(rnorm(40), rnorm(40, 3)),
  disjoint = function() list(runif(30), 2 + runif(20)),
  scale = function() list(rnorm(200), rnorm(200, sd = 1.3)),
  ties = function() list(rpois(150, 3), rpois(90, 3.5)),
  ties_binary = function() list(rbinom(60, 1, 0.4), rbinom(70, 1, 0.5)),
  identical = function() { x <- rnorm(50); list(x, x) },
  single = function() list(0.3, rnorm(25)),
  partly_tied = function() { x <- rnorm(60); list(x, c(x[1:30], rnorm(30))) }
)
rows <- mapply(function(name, make, seed) {
  set.seed(seed)
  x <- make()
  test <- suppressWarnings(ks.test(x[[1]], x[[2]], exact = FALSE))
  n <- as.numeric(length(x[[1]]))
  m <- as.numeric(length(x[[2]]))
  object_json(list(
    name = paste0('"', name, '"'), a = vector_json(x[[1]]), b = vector_json(x[[2]]),
    statistic = number(unname(test$statistic)),
    # R's own p-value is truncated at 1e-6.
    roughPValue = number(test$p.value),
    pValue = number(survival(unname(test$statistic) * sqrt(n * m / (n + m))))
  ))
}, names(pairs), pairs, 100 + seq_along(pairs))
write_json("kolmogorov-smirnov.json", rows)

# --- Energy ----------------------------------------------------------------------------------------------------------

energies <- list(
  iid = function() 100 + rchisq(150, 10),
  slow = function() as.numeric(ar1(200, 1, 0.95)),
  two = function() c(1, 3),
  constant = function() rep(0.1, 20)
)
rows <- mapply(function(name, make, seed) {
  set.seed(seed)
  x <- make()
  object_json(list(
    name = paste0('"', name, '"'), energy = vector_json(x),
    ebfmi = number(if (length(unique(x)) == 1) NA else sum(diff(x)^2) / sum((x - mean(x))^2))
  ))
}, names(energies), energies, 200 + seq_along(energies))
write_json("energy.json", rows)
