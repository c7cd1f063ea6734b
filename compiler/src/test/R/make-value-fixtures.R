# Makes the tables of values and log densities from JAGS itself: Rscript make-value-fixtures.R <folder>
# Needs rjags. What JAGS 4.3 lacks (Bessel functions, inverse.lu, !, the functions of dbern) is computed by R.
folder <- commandArgs(trailingOnly = TRUE)[1]
suppressMessages(library(rjags))
for (module in c("glm", "mix", "msm", "dic")) load.module(module, quiet = TRUE)

data <- list(
  x = 2.5, n = 3, v = c(1.5, -2, 0.25, 3), w = c(2, 1, 4, 0.5), u = c(3, 1, 2), m = matrix(c(1, 2, 3, 4, 5, 7), 3),
  s = matrix(c(2, 0.5, 0.3, 0.5, 1.5, 0.2, 0.3, 0.2, 1), 3), a = array(c(1:11, 20) / 2, c(2, 3, 2)),
  row = matrix(c(1, 2, 3), 1), one = matrix(4, 1, 1), na = c(1, NA, 3), p = c(0.2, 0.3, 0.5), cut = c(1, 3),
  q = matrix(c(-0.5, 0.2, 0.3, 0.4, -0.6, 0.1, 0.1, 0.4, -0.4), 3))
attach(data)
with(data, dump(names(data), file.path(folder, "data.R"), control = "showAttributes"))
number <- function(v) ifelse(is.infinite(v), ifelse(v > 0, "Infinity", "-Infinity"), sprintf("%.17g", v))
line <- function(text, value) {
  dims <- if (is.null(dim(value))) length(value) else dim(value)
  paste(text, paste(dims, collapse = " "), paste(number(as.vector(value)), collapse = " "), sep = "\t")
}
quietly <- function(model, f) {
  path <- tempfile()
  writeLines(model, path)
  try(suppressWarnings(f(path)), silent = TRUE)
}
mention <- "every <- x + n + v[1] + w[1] + u[1] + m[1,1] + s[1,1] + a[1,1,1] + row[1,1] + one[1,1] + na[1] + p[1] + cut[1] + q[1,1]"

# Expressions. A matrix of one row cannot leave JAGS, so such values appear inside sums and products.
expressions <- c(
  # literals and references
  "2.5", "1.0E-3", "x", "v", "m", "a", "row", "one", "s", "v[1]", "v[n]", "m[2,2]", "a[2,3,1]", "one[1,1]", "row[1,2]",
  # parts of arrays
  "m[,1]", "m[1,]", "m[,]", "m[1:1,]", "m[1,1:2]", "m[2:3,1:1]", "m[2:3,]", "m[1:2,2]", "row[,]", "row[1,]", "v[2:3]",
  "v[n:n]", "v[c(1,3)]", "v[c(3,1,1)]", "v[u]", "v[row]", "m[c(1,3),2]", "m[c(1,3),c(2,1)]", "m[u,1]", "a[1,,]",
  "a[,2,]", "a[,,1]", "a[1,2:3,2]", "a[2,,1:1]", "a[1:2,c(1,3),2]", "a[2,2,]", "v[u[1]]", "v[u[u[1]]]", "v[u[2]:u[1]]",
  "v[n+1]", "v[2*n-4]", "v[c(3:1,2)]", "m[n,n-1]", "s[u[2],u[3]]", "v[one]",
  # arithmetic
  "x+1", "x-n-1", "x*n", "x/n", "-x", "x^2", "2^3^2", "-2^2", "-x^2", "2*-x", "(-2)^3", "2^-1", "0^0", "1+2*3", "(1+2)*3",
  "10/5/2", "10-5-2", "2-3+4", "x^n*2", "1.0E300*10",
  # arithmetic on arrays
  "v+1", "1-v", "v+w", "v-w", "v*w", "v/w", "v^2", "2^v", "v^w", "-v", "m+1", "m*m", "m/m", "1/m", "m^2", "-m", "a*2", "a-a",
  "row+u", "one+v", "one[1,1]+v", "s[1,1]*v", "m[,1]*u", "m[,1]+m[,2]", "a[1,,]+m", "v[1:2]*m[1,]", "m+t(t(m))",
  # comparisons and logic
  "x==2.5", "x!=2.5", "x>=2.5", "x<=2.4", "x<3", "x>3", "1&&0.5", "1&&0", "0||0", "0||-2", "1<2&&2<1", "1<2||2<1", "v>1",
  "v>w", "v>=w", "v<0", "v<=w", "v==w", "v!=1.5", "v||0", "v&&0", "m>3", "(v>0)*(w>1)", "v>0&&w>1",
  # ranges
  "1:3", "1:n", "n:n", "1:(n+1)", "1:3+1", "1:2*3", "-1:3", "-(1:3)", "(1:3)*u", "c(1,3:1)", "sum(1:4)", "2:u[1]", "1:length(v)",
  # scalar functions
  "abs(-x)", "arccos(0.3)", "acos(0.3)", "arccosh(1.7)", "acosh(1.7)", "arcsin(0.3)", "asin(0.3)", "arcsinh(0.3)", "asinh(-30)",
  "arctan(0.3)", "atan(0.3)", "arctanh(0.3)", "atanh(0.3)", "cos(x)", "cosh(x)", "cloglog(0.3)", "equals(x,2.5)", "equals(x,2)",
  "exp(x)", "exp(-800)", "icloglog(0.3)", "ifelse(x>1,2,3)", "ifelse(0,2,3)", "ifelse(0.5,1,2)", "ilogit(0.3)", "ilogit(-800)",
  "log(x)", "log(0)", "logfact(5)", "logfact(4.5)", "logfact(0)", "loggam(5)", "loggam(0.1)", "logit(0.3)", "phi(0.3)", "phi(-9)",
  "pow(x,n)", "pow(-2,2)", "pow(0,0)", "pow(x,-0.5)", "probit(0.3)", "round(-2.5)", "round(2.5)", "round(-0.4)", "round(3.49)",
  "sin(x)", "sinh(x)", "sqrt(x)", "step(0)", "step(-0.1)", "step(3)", "tan(x)", "tanh(x)", "trunc(-2.5)", "trunc(2.9)",
  "exp(row[1,1])", "exp(v[1:1])",
  # over arrays
  "abs(v)", "log(w)", "log(m)", "sqrt(w)", "cos(a)", "step(v)", "round(v)", "trunc(v)", "equals(v,w)", "equals(v,1.5)",
  "ifelse(v>0,1,w)", "ifelse(x>0,v,w)", "pow(v,2)", "pow(2,v)", "pow(w,v)", "logit(p)", "probit(p)", "cloglog(p)", "logfact(u)",
  "loggam(w)", "arctan(m)",
  # functions of arrays
  "inprod(v,w)", "inprod(m,m)", "inprod(m,c(1,2,3,4,5,6))", "inprod(x,n)", "interp.lin(2.5,c(1,2,3),c(10,20,40))",
  "interp.lin(0,c(1,2,3),c(10,20,40))", "interp.lin(9,c(1,2,3),c(10,20,40))", "interp.lin(2,c(1,2,3),c(10,20,40))",
  "interp.lin(1.5,1,10)", "max(v)", "max(v,w,5)", "max(2,3)", "max(m)", "min(m)", "min(v,0)", "min(x)", "prod(v)", "prod(v,w)",
  "prod(2,3)", "prod(m)", "sum(v)", "sum(v,w)", "sum(v,1)", "sum(1,2,3)", "sum(m)", "sum(a[1,,])", "sum(t(v))", "mean(v)", "mean(m)",
  "mean(x)", "sd(v)", "sd(m)", "c(v,m)", "c(1,x,v[2:3])", "c(v)", "c(x)", "rep(v,2)", "rep(2,3)", "rep(u,u)", "rep(u,c(1,0,2))",
  "rep(m,2)", "rank(v)", "rank(c(1,1,2))", "rank(x)", "order(v)", "order(c(2,1,1))", "sort(v)", "sort(m)", "sort(x)",
  "inverse(s)", "inverse(4)", "logdet(s)", "logdet(4)", "t(m)", "t(s)", "mexp(s)", "mexp(q)",
  "m%*%c(1,2)", "u%*%m", "u%*%u", "s%*%s", "t(m)%*%u", "t(m)%*%m", "m%*%t(m)", "t(v)%*%v", "v%*%v", "x%*%x", "x%*%t(v)",
  "u%*%s%*%u", "m[,1]%*%m[,2]", "t(u)%*%s", "s[1:2,1:3]%*%m", "inverse(s)%*%s*4",
  "length(v)", "length(m)", "length(x)", "length(na)", "length(v[2:3])", "length(m[1,])", "dim(m)", "dim(v)", "dim(x)", "dim(a)",
  "dim(row)", "dim(na)", "dim(m[1:2,])", "dim(m[1,])", "dim(m[2,2])", "dim(a[1,,])",
  # densities, distribution functions, quantiles
  "dbeta(0.3,2,3)", "pbeta(0.3,2,3)", "qbeta(0.3,2,3)", "dbin(2,0.3,5)", "pbin(2,0.3,5)", "qbin(0.6,0.3,5)",
  "dchisqr(x,3)", "pchisqr(x,3)", "qchisqr(0.4,3)", "ddexp(x,1,2)", "pdexp(x,1,2)", "qdexp(0.4,1,2)",
  "dexp(x,2)", "pexp(x,2)", "qexp(0.4,2)", "df(x,3,5)", "pf(x,3,5)", "qf(0.4,3,5)", "dgamma(x,2,3)", "pgamma(x,2,3)",
  "qgamma(0.4,2,3)", "dgamma(-1,1,1)", "dgen.gamma(x,2,3,0.7)", "pgen.gamma(x,2,3,0.7)", "qgen.gamma(0.4,2,3,0.7)",
  "dhyper(2,4,5,3,1.5)", "phyper(2,4,5,3,1.5)", "qhyper(0.5,4,5,3,1.5)", "dlogis(x,1,2)", "plogis(x,1,2)", "qlogis(0.4,1,2)",
  "dlnorm(x,1,2)", "plnorm(x,1,2)", "qlnorm(0.4,1,2)", "dnegbin(3,0.4,2)", "pnegbin(3,0.4,2)", "qnegbin(0.6,0.4,2)",
  "dnchisqr(x,3,2)", "pnchisqr(x,3,2)", "qnchisqr(0.4,3,2)", "dnorm(x,1,2)", "pnorm(x,1,2)", "qnorm(0.4,1,2)", "dnt(x,0,1,3)",
  "dpar(x,2,1)", "ppar(x,2,1)", "qpar(0.4,2,1)", "dpois(3,2.5)", "ppois(3,2.5)", "qpois(0.6,2.5)", "dpois(-1,3)",
  "dt(x,1,2,4)", "pt(x,1,2,4)", "qt(0.4,1,2,4)", "dweib(x,2,0.3)", "pweib(x,2,0.3)", "qweib(0.4,2,0.3)",
  "dnorm(v,0,1)", "dnorm(v,w,1)", "pnorm(v,w,1)", "qnorm(0.3,v,1)", "logdensity.norm(v,0,1)", "dpois(u,w[1:3])",
  "logdensity.beta(0.3,2,3)", "logdensity.chisqr(x,3)", "logdensity.dexp(x,1,2)", "logdensity.exp(x,2)", "logdensity.f(x,3,5)",
  "logdensity.gamma(x,2,3)", "logdensity.gamma(-1,2,3)", "logdensity.gen.gamma(x,2,3,0.7)", "logdensity.lnorm(x,1,2)",
  "logdensity.logis(x,1,2)", "logdensity.nchisqr(x,3,2)", "logdensity.norm(x,1,2)", "logdensity.nt(x,0,1,3)", "logdensity.par(x,2,1)",
  "logdensity.t(x,1,2,4)", "logdensity.unif(x,1,5)", "logdensity.weib(x,2,0.3)", "logdensity.bern(1,0.3)", "logdensity.bin(2,0.3,5)",
  "logdensity.cat(2,u)", "logdensity.cat(5,u)", "logdensity.hyper(2,4,5,3,1.5)", "logdensity.negbin(3,0.4,2)", "logdensity.pois(3,2.5)",
  "logdensity.dirch(p,u)", "logdensity.mnorm(u,p,s)", "logdensity.mnorm.vcov(u,p,s)", "logdensity.mt(u,p,s,5)",
  "logdensity.multi(u,p,6)", "logdensity.multi(u,p,7)", "logdensity.sample(c(1,0,1),p,2)", "logdensity.wish(s,s,4)",
  "logdensity.interval(1,x,cut)", "logdensity.interval(0,x,cut)", "logdensity.round(2,x,0)", "logdensity.round(3,x,0)",
  "logdensity.ordered.logit(2,x,cut)", "logdensity.ordered.probit(3,x,cut)", "logdensity.scaled.gamma(x,2,3)",
  "logdensity.scaled.wishart(s,u,4)", "logdensity.betabin(2,1.5,2.5,5)", "logdensity.normmix(x,cut,w[1:2],p[1:2])",
  "logdensity.pick(1,0.3,1,2)", "logdensity.mstate(2,1,0.5,q)")
evaluate <- function(expression) {
  quietly(paste0("data { r <- ", expression, "\n", mention, " }\nmodel { y ~ dnorm(every, 1) }"),
    function(path) jags.model(path, data, quiet = TRUE)$data()$r)
}
# JAGS takes the multivariate gamma function in dscaled.wishart with the wrong sign, against its own dscaled.gamma.
corrected <- function(text, value) {
  if (!grepl("scaled.wishart", text)) return(value)
  k <- 4 + 3 - 1
  value - 2 * (1.5 * log(pi) + sum(lgamma((k + 1 - 1:3) / 2)))
}
lines <- character()
for (expression in expressions) {
  value <- evaluate(expression)
  if (inherits(value, "try-error") || is.null(value)) stop(expression, ": ", value)
  lines <- c(lines, line(expression, corrected(expression, value)))
}
r <- function(text, value) lines <<- c(lines, line(text, value))
r("!x", 0); r("!0", 1); r("!(v>1)", as.numeric(!(v > 1))); r("!v", as.numeric(!v)); r("1-!x", 1)
r("inverse.lu(s)", solve(s)); r("inverse.lu(q+1)", solve(q + 1)); r("inverse.chol(s)", solve(s))
r("dbinom(2,0.3,5)", dbinom(2, 5, 0.3)); r("dchisq(x,3)", dchisq(x, 3)); r("dbern(1,0.3)", 0.3); r("dbern(2,0.3)", 0); r("pbern(0,0.3)", 0.7); r("qbern(0.8,0.3)", 1); r("qbern(0.6,0.3)", 0)
r("logdensity.sum(5.5,x,n)", 0); r("logdensity.sum(6,x,n)", -Inf)
r("dinterval(1,x,cut)", 1); r("dinterval(0,x,cut)", 0); r("dround(2,x,0)", 1); r("dround(3,x,0)", 0)
for (nu in c(0, 1, 2, 0.5, 3.7)) for (z in c(0.1, 1, 2.5, 9, 40)) {
  r(sprintf("besselI(%g,%g)", z, nu), besselI(z, nu)); r(sprintf("besselJ(%g,%g)", z, nu), besselJ(z, nu))
  r(sprintf("besselK(%g,%g)", z, nu), besselK(z, nu)); r(sprintf("besselY(%g,%g)", z, nu), besselY(z, nu))
}
writeLines(lines, file.path(folder, "expressions.tsv"))

# Expressions that JAGS refuses as they stand, not for the values that result.
refused <- c("v+u", "v+v[1:2]", "m*u", "m+a", "v==u", "v&&u", "exp(v)", "ilogit(v)", "phi(v)", "icloglog(v)", "v[n+0.5]", "v[5]",
  "v[0]", "v[-1]", "m[1]", "m[1,2,1]", "v[1,1]", "v[3:1]", "m[2:1,]", "v[c(1.5,2)]", "v[7:8]", "m[4,1]", "1:x", "(1:0)+1", "pow(v,u)",
  "ifelse(v>0,u,w)", "sd(x)", "inprod(u,v)", "interp.lin(c(1.5,2.5),c(1,2,3),c(10,20,40))", "interp.lin(1.5,c(1,2,3),c(10,20))",
  "inverse(m)", "inverse(v)", "logdet(m)", "t(a)", "mexp(m)", "m%*%u", "m%*%v", "x%*%v", "v%*%x", "a%*%v", "v%*%t(v)", "sum(3:1)",
  "mean(3:1)", "max(3:1)", "prod(3:1)", "rep(v,c(1,2))", "rep(v,1.5)", "na[2]", "na+1", "sum(na)", "dnorm(v,u,1)", "length(v[3:1])",
  "logdensity.dirch(p,v)", "logdensity.mnorm(u,v,s)")
for (expression in refused) if (!inherits(value <- evaluate(expression), "try-error")) stop(expression, " is not refused")
writeLines(refused, file.path(folder, "refused.txt"))

# Log densities of observed nodes, from the deviance.
density <- function(call, y) {
  left <- if (is.matrix(y)) sprintf("y[1:%d,1:%d]", nrow(y), ncol(y)) else if (length(y) > 1) sprintf("y[1:%d]", length(y)) else "y"
  result <- quietly(paste0("model { ", left, " ~ ", call, "\n", mention, "\nz ~ dnorm(every, 1) }"), function(path) {
    model <- jags.model(path, c(data, list(y = y)), quiet = TRUE)
    -as.numeric(coda.samples(model, "deviance", 1, progress.bar = "none")[[1]])[1] / 2
  })
  if (inherits(result, "try-error")) stop(call, ": ", result)
  rows <<- c(rows, paste(paste(left, "~", call), paste(if (is.null(dim(y))) length(y) else dim(y), collapse = " "),
    paste(number(as.vector(y)), collapse = " "), number(corrected(call, result)), sep = "\t"))
}
rows <- character()
plain <- list(
  list("dbeta(2,3)", 0.3), list("dchisqr(3)", x), list("ddexp(1,2)", x), list("dexp(2)", x), list("df(3,5)", x), list("dgamma(2,3)", x),
  list("dgen.gamma(2,3,0.7)", x), list("dlnorm(1,2)", x), list("dlogis(1,2)", x), list("dnchisqr(3,2)", x), list("dnorm(v[1],w[3])", x),
  list("dnt(1,2,4)", x), list("dpar(2,1)", x), list("dt(1,2,4)", x), list("dunif(1,5)", x), list("dweib(2,0.3)", x), list("dbern(p[2])", 1),
  list("dbin(p[1],n)", 2), list("dcat(u)", 2), list("dcat(p)", 3), list("dhyper(4,5,3,1.5)", 2), list("dnegbin(0.4,2)", 3),
  list("dpois(x)", 3), list("ddirch(u)", p), list("dmnorm(p,s)", u), list("dmnorm(m[,1],s)", u), list("dmnorm.vcov(p,s)", u),
  list("dmt(p,s,5)", u), list("dmulti(p,6)", u), list("dsample(p,2)", c(1, 0, 1)), list("dwish(s,4)", s), list("dinterval(x,cut)", 1),
  list("dround(x,0)", 2), list("dsum(u[1],n)", 6), list("sum(u[1],n)", 6), list("dsum(m[,1],u)", c(4, 3, 5)), list("dordered.logit(x,cut)", 2),
  list("dordered.probit(x,cut)", 3), list("dscaled.gamma(2,3)", x), list("dscaled.wishart(u,4)", s), list("dbetabin(1.5,2.5,5)", 2),
  list("dnormmix(cut,w[1:2],p[1:2])", x), list("dpick(0.3,1,2)", 1), list("dmstate(1,0.5,q)", 2))
for (case in plain) density(case[[1]], case[[2]])
continuous <- c("dchisqr(3)", "ddexp(1,2)", "dexp(2)", "df(3,5)", "dgamma(2,3)", "dgen.gamma(2,3,0.7)", "dlnorm(1,2)", "dlogis(1,2)",
  "dnchisqr(3,2)", "dnorm(1,2)", "dnt(1,2,4)", "dpar(2,1)", "dt(1,2,4)", "dweib(2,0.3)")
for (call in continuous) for (bounds in c("T(2,)", "T(,4)", "T(2,4)", "T(v[1],w[3])")) density(paste0(call, bounds), x)
for (bounds in c("T(0.2,)", "T(,0.6)", "T(p[1],p[3])")) density(paste0("dbeta(2,3)", bounds), 0.3)
for (call in c("dbin(0.4,8)", "dnegbin(0.4,2)", "dpois(2.5)", "dbetabin(1.5,2.5,8)"))
  for (bounds in c("T(2,)", "T(3,)", "T(,3)", "T(,4)", "T(2,4)", "T(3,3)")) density(paste0(call, bounds), 3)
density("dnorm(0,1)T(6,)", 6.5); density("dnorm(0,1)T(,-6)", -6.5); density("dgamma(2,3)T(8,)", 9)
writeLines(rows, file.path(folder, "densities.tsv"))
cat(length(lines), "values,", length(refused), "refused,", length(rows), "densities\n")
