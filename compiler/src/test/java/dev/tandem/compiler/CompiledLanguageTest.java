package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.density.Cursor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops, indices, declarations, missing data, censoring and sums compiled, against the reference and the contract. */
@SuppressWarnings("StringConcatToTextBlock")
class CompiledLanguageTest {
    private static final Map<String, List<String>> MODELS = models();

    private static Map<String, List<String>> models() {
        Map<String, List<String>> map = new LinkedHashMap<>();
        map.put("loop to data", List.of("for (i in 1:n) { y[i] ~ dnorm(ua, us) }", "n <- 3\ny <- c(1, 2, 0.5)"));
        map.put(
                "loop over values",
                List.of("for (i in idx[]) { y[i] ~ dnorm(ua * i, us) }", "idx <- c(3, 1)\ny <- c(1, 2, 0.5)"));
        map.put(
                "loop over values, unknown nodes",
                List.of(
                        "for (i in idx) { x[i] ~ dnorm(ua * i, us); y[i] ~ dnorm(x[i], 1) }; x[2] <- 0",
                        "idx <- c(3, 1)\ny <- c(1, NA, 0.5)"));
        map.put(
                "inner loop by outer counter",
                List.of(
                        "for (i in 1:3) { for (j in 1:len[i]) { x[i,j] ~ dnorm(ua, us); y[i,j] ~ dnorm(x[i,j], 1) } }",
                        "len <- c(2, 1, 3)\ny <- structure(c(1, 2, 3, 4, NA, 5, NA, NA, 6), .Dim = c(3, 3))"));
        map.put(
                "triangle",
                List.of(
                        "for (i in 1:3) { for (j in i:3) { d[i,j] <- uv[i] * ug[j]; y[i,j] ~ dnorm(d[i,j], us) } }",
                        "y <- structure(c(1, NA, NA, 2, 3, NA, 4, 5, 6), .Dim = c(3, 3))"));
        map.put("empty loop", List.of("for (i in 1:0) { z[i] <- ua }; y ~ dnorm(ua, us)", "y <- 1"));
        map.put(
                "recursion",
                List.of(
                        "x[1] <- ua; for (t in 2:5) { x[t] <- up * x[t-1] + sin(x[t-1]) }; for (t in 1:5) { y[t] ~"
                                + " dnorm(x[t], us) }",
                        "y <- c(1, 2, 0.5, 0.3, 0.2)"));
        map.put(
                "backward recursion",
                List.of(
                        "x[5] <- ua; for (t in 1:4) { x[t] <- up * x[t+1] + 1 }; for (t in 1:5) { y[t] ~ dnorm(x[t], us) }",
                        "y <- c(1, 2, 0.5, 0.3, 0.2)"));
        map.put(
                "two mutually recursive nodes",
                List.of(
                        "a[1] <- ua; b[1] <- ub; for (t in 2:4) { a[t] <- up * b[t-1] + a[t-1]; b[t] <- uw * a[t] - b[t-1]"
                                + " }; for (t in 1:4) { y[t] ~ dnorm(a[t] * b[t], us) }",
                        "y <- c(1, 2, 0.5, 0.3)"));
        map.put(
                "mutual recursion with a link",
                List.of(
                        "a[1] <- ua; b[1] <- up; for (t in 2:4) { a[t] <- b[t-1] + 0.5 * a[t-1]; logit(b[t]) <- uw * a[t]"
                                + " }; for (t in 1:4) { y[t] ~ dbern(b[t]) }",
                        "y <- c(1, 0, 1, 1)"));
        for (String link : List.of("logit", "probit", "cloglog")) {
            map.put(
                    link + " of single trials and of several",
                    List.of(
                            "for (i in 1:6) { " + link + "(p[i]) <- ua + ub * x[i]; y[i] ~ dbern(p[i]);"
                                    + " m[i] ~ dbin(p[i], 4) }",
                            "x <- c(-3, -0.5, 0, 0.7, 2, 1.5)\ny <- c(1, 0, 1, 1, 0, 1)\nm <- c(0, 1, 4, 2, 3, 4)"));
        }
        map.put(
                "truncations by group",
                List.of(
                        "for (i in 1:6) { y[i] ~ dnorm(uv[g[i]], us) T(0,); z[i] ~ dnorm(uv[g[i]], us) T(,a[i]);"
                                + " w[i] ~ dgamma(2, us) T(0.5,2); k[i] ~ dpois(us * g[i]) T(1,) }",
                        "g <- c(1, 2, 1, 2, 1, 1)\ny <- c(1, 2, 0.5, 0, 3, 0.1)\na <- c(1, 2, 1, 4, 1, 1)\n"
                                + "z <- c(-1, 2, 0.5, 0, 1, 0.1)\nw <- c(1, 0.5, 2, 1.5, 0.7, 1.9)\n"
                                + "k <- c(1, 2, 1, 5, 1, 3)"));
        map.put(
                "a chain of unknowns",
                List.of(
                        "x[1] ~ dnorm(0, 1); for (t in 2:5) { x[t] ~ dnorm(up * x[t-1], us) }; for (t in 1:5) { y[t] ~"
                                + " dnorm(x[t], 2) }",
                        "y <- c(1, 2, 0.5, 0.3, 0.2)"));
        map.put("a hidden Markov chain", List.of("""
                        z[1] ~ dcat(c(0.5, 0.5)); for (t in 2:6) { z[t] ~ dcat(P[z[t-1],]) }
                        P[1,1] <- up; P[1,2] <- 1 - up; P[2,1] <- 1 - uw; P[2,2] <- uw
                        for (t in 1:6) { y[t] ~ dnorm(uv[z[t]], us) }""", "y <- c(1, 2, 0.5, 0.3, 0.2, 1.5)"));
        map.put(
                "a recursion of discrete unknowns",
                List.of(
                        "x[1] <- uz[1]; for (t in 2:4) { x[t] <- 0.5 * x[t-1] + uz[t] }; for (t in 1:4) { y[t] ~ dnorm(ua"
                                + " * x[t], us) }",
                        "y <- c(1, 2, 0.5, 0.3)"));
        map.put(
                "discrete index",
                List.of("for (i in 1:4) { y[i] ~ dnorm(uv[uz[i]], ug[uz[i]]) }", "y <- c(1, 2, 0.5, 0.3)"));
        map.put(
                "nested index",
                List.of(
                        "for (i in 1:4) { y[i] ~ dnorm(uv[g[uz[k[i]]]], us) }",
                        "g <- c(2, 3, 1)\nk <- c(4, 2, 1, 1)\ny <-" + " c(1, 2, 0.5, 0.3)"));
        map.put(
                "computed index",
                List.of(
                        "for (i in 1:4) { m[i] <- 1 + equals(uz[i], 2) + step(uz[i] - 3); y[i] ~ dnorm(uv[m[i]], us) }",
                        "y <- c(1, 2, 0.5, 0.3)"));
        map.put(
                "matrix row by a discrete index",
                List.of(
                        "for (i in 1:4) { y[i] ~ dcat(uf2[uz[i],]) }; for (i in 1:3) { uf2[i,1:3] ~ ddirch(c(1, 2, 1)) }",
                        "y <- c(1, 2, 3, 3)"));
        map.put("discrete bound of a range", List.of("y ~ dnorm(sum(uv[1:uz[1]]), us)", "y <- 1"));
        map.put(
                "slices",
                List.of(
                        "m <- uf[2,]; k[1:2] <- uf[,3] + um; y ~ dnorm(inprod(m, uv) + sum(k) + sum(uf[1:2,2:3]), us)",
                        "y <- 1"));
        map.put(
                "links",
                List.of(
                        "log(l) <- ua; logit(p) <- ub; probit(f) <- ua - ub; cloglog(g) <- ub + 0.1\n"
                                + "y[1] ~ dpois(l); y[2] ~ dbin(p, 5); y[3] ~ dbern(f); y[4] ~ dbin(g, 4); w ~ dexp(l)",
                        "y <- c(2, 3, 1, 2)\nw <- 0.4"));
        map.put(
                "links in a loop",
                List.of(
                        "for (i in 1:3) { log(l[i]) <- ua + ub * x[i]; y[i] ~ dpois(l[i]); logit(p[i]) <- ua * x[i]; k[i] ~"
                                + " dbin(p[i], n[i]); n[i] ~ dpois(5) }",
                        "x <- c(0.1, 0.4, 0.7)\ny <- c(1, 0, 2)\nk <- c(1, 3, 2)"));
        map.put(
                "bare names",
                List.of(
                        "beta ~ dmnorm(zero, prec); m <- A %*% beta; for (i in 1:3) { y[i] ~ dnorm(m[i], us) }",
                        "zero <- c(0, 0)\nprec <- structure(c(1, 0.2, 0.2, 2), .Dim = c(2, 2))\n"
                                + "A <- structure(c(1, 1, 1, 0.3, 0.5, 1), .Dim = c(3, 2))\ny <- c(1, 2, 3)"));
        map.put(
                "missing data",
                List.of(
                        "for (i in 1:5) { y[i] ~ dnorm(ua + ub * x[i], us); x[i] ~ dnorm(0.5, 2) }",
                        "y <- c(1, NA, 3, NA, 2)\nx <- c(0.1, 0.2, NA, NA, 0.5)"));
        map.put(
                "missing counts",
                List.of(
                        "for (i in 1:4) { y[i] ~ dpois(us * n[i]); n[i] ~ dbin(up, 6) }",
                        "y <- c(1, NA, 3, 0)\nn <- c(2, 3, NA, NA)"));
        map.put("unknown size", List.of("N ~ dpois(ur); for (i in 1:3) { y[i] ~ dbin(up, N) }", "y <- c(1, 2, 1)"));
        map.put(
                "unknown size in a loop",
                List.of(
                        "for (i in 1:3) { N[i] ~ dpois(ur); for (j in 1:2) { y[i,j] ~ dbin(up, N[i]) } }",
                        "y <- structure(c(1, 2, 1, 3, 2, 0), .Dim = c(3, 2))"));
        map.put(
                "ragged rows of dcat",
                List.of(
                        "for (i in 1:3) { y[i] ~ dcat(w[i,1:len[i]]); for (j in 1:len[i]) { w[i,j] <- ug[j] * i } }\n"
                                + "for (i in 1:3) { z[i] ~ dcat(w[i,1:len[i]]); o[i] ~ dnorm(uv[z[i]], us) }",
                        "len <- c(2, 3, 2)\ny <- c(1, 3, 2)\no <- c(0.3, 0.4, 1)"));
        map.put(
                "simplexes in rows",
                List.of(
                        "for (i in 1:2) { p[i,1:3] ~ ddirch(alpha[]); for (j in 1:3) { y[i,j] ~ dcat(p[i,1:3]) } }",
                        "alpha <- c(1, 2, 0.5)\ny <- structure(c(1, 2, 3, 3, 1, 2), .Dim = c(2, 3))"));
        map.put(
                "simplexes in columns",
                List.of(
                        "for (i in 1:2) { p[1:3,i] ~ ddirch(ug); y[1:3,i] ~ dmulti(p[1:3,i], 6) }",
                        "y <- structure(c(1, 2, 3, 3, 1, 2), .Dim = c(3, 2))"));
        map.put(
                "structural zeros",
                List.of(
                        "for (i in 1:2) { p[i,1:4] ~ ddirch(alpha[i,]); for (j in 1:3) { y[i,j] ~ dcat(p[i,]) } }",
                        "alpha <- structure(c(1, 0, 2, 1, 0, 3, 0.5, 2), .Dim = c(2, 4))\n"
                                + "y <- structure(c(1, 2, 4, 3, 2, 4), .Dim = c(2, 3))"));
        map.put(
                "vectors in a loop",
                List.of(
                        "for (i in 1:3) { b[i,1:2] ~ dmnorm(um, uo); y[i] ~ dnorm(b[i,1] + b[i,2] * x[i], us) }",
                        "x <- c(0.1, 0.4, 0.7)\ny <- c(1, 0, 2)"));
        map.put(
                "observed vectors in a loop",
                List.of(
                        "for (i in 1:3) { y[i,1:2] ~ dmnorm(um, uo) }",
                        "y <- structure(c(1, 2, 1, 3, 2, 0), .Dim = c(3, 2))"));
        map.put(
                "vectors partly observed",
                List.of(
                        "for (i in 1:3) { y[i,1:2] ~ dmnorm(um, uo) }",
                        "y <- structure(c(1, NA, 1, 3, NA, 0), .Dim = c(3, 2))"));
        map.put(
                "vectors of which elements are missing",
                List.of(
                        "for (i in 1:3) { y[i,1:2] ~ dmnorm(um, uo); x[i] ~ dnorm(y[i,2], 1) }",
                        "y <- structure(c(1, NA, NA, 3, 0, NA), .Dim = c(3, 2))\nx <- c(0, 1, 2)"));
        map.put(
                "elements missing by covariance and with heavy tails",
                List.of("y[1:2] ~ dmnorm.vcov(um, matrix); z[1:2] ~ dmt(um, uo, 5)", "y <- c(NA, 0.5)\nz <- c(1, NA)"));
        map.put(
                "counts of which categories are missing",
                List.of(
                        "for (i in 1:2) { for (j in 1:2) { y[i,j,1:3] ~ dmulti(uq, n[i]); x[i,j] ~ dpois(1 + y[i,j,3]) } }",
                        "y <- structure(c(1, NA, NA, 0, 2, NA, 3, 1, NA, NA, NA, 3), .Dim = c(2, 2, 3))\n"
                                + "n <- c(5, 4)\nx <- structure(c(1, 2, 0, 1), .Dim = c(2, 2))"));
        map.put(
                "nodes in turn over values",
                List.of(
                        "a[1] <- ua; for (i in late[]) { a[i] <- b[i-1] * 0.5; b[i] <- a[i] + 1 }; b[1] <- 0.3 * ua;"
                                + " for (i in 1:3) { y[i] ~ dnorm(a[i] + b[i], us) }",
                        "late <- c(3, 2)\ny <- c(1, 0, 2)"));
        map.put(
                "matrices in a loop",
                List.of(
                        "for (i in 1:2) { W[i,1:2,1:2] ~ dwish(matrix, 3); y[i,1:2] ~ dmnorm(um, W[i,,]) }",
                        "y <- structure(c(1, 2, 3, 1), .Dim = c(2, 2))"));
        map.put("covariances", List.of("S <- inverse(uo); y ~ dnorm(S[1,2] / sqrt(S[1,1] * S[2,2]), us)", "y <- 0.2"));
        map.put(
                "censoring",
                List.of(
                        "for (i in 1:4) { c[i] ~ dinterval(t[i], cut[i]); t[i] ~ dweib(us, ur) }",
                        "c <- c(0, 1, 0, 1)\nt <- c(0.5, NA, 0.7, NA)\ncut <- c(1, 0.8, 1, 1.2)"));
        map.put(
                "interval censoring",
                List.of(
                        "for (i in 1:3) { c[i] ~ dinterval(t[i], cut[i,]); t[i] ~ dnorm(ua, us) }",
                        "c <- c(0, 1, 2)\ncut <- structure(c(-1, 0, 0.5, 1, 2, 3), .Dim = c(3, 2))"));
        map.put(
                "intervals of what is computed in part",
                List.of(
                        "x[1] <- ua; x[2] ~ dnorm(0, us); for (i in 1:2) { c[i] ~ dinterval(x[i], -0.4) }",
                        "c <- c(1, 1)"));
        map.put(
                "intervals of elements of a vector",
                List.of(
                        "x[1:2] ~ dmnorm(zero, unit); for (i in 1:2) { c[i] ~ dinterval(x[i], -0.4) }; y ~ dnorm(ua, us)",
                        "c <- c(1, 1)\ny <- 1\nzero <- c(0, 0)\nunit <- structure(c(1,0,0,1), .Dim = c(2, 2))"));
        map.put(
                "coins that show a side",
                List.of(
                        "for (i in 1:4) { c[i] ~ dbern(step(t[i] - cut[i])); t[i] ~ dweib(us, ur) }",
                        "c <- c(0, 1, 0, 1)\nt <- c(0.5, NA, NA, NA)\ncut <- c(1, 0.8, 1, 1.2)"));
        map.put(
                "coins that show the side of a line",
                List.of(
                        "for (i in 1:3) { side[i] <- 1 - (2 * t[i] + 1 > cut[i]); c[i] ~ dbern(side[i]); t[i] ~ dnorm(ua, us) }",
                        "c <- c(0, 1, 1)\ncut <- c(-1, 0.5, 2)"));
        map.put(
                "coins that show an interval",
                List.of(
                        "c ~ dbern(step(t + 1) * (t < 2)); t ~ dnorm(ua, us); d ~ dbern(step(1.5 - t))",
                        "c <- 1\nd <- 1"));
        map.put(
                "coins that show two sides at once",
                List.of(
                        "c ~ dbern(step(ua + 9) * step(9 + ub)); d ~ dbern(step(ua - ub + 99)); y ~ dnorm(ub, us)",
                        "c <- 1\nd <- 1\ny <- 1"));
        map.put(
                "rounding",
                List.of("for (i in 1:3) { y[i] ~ dround(t[i], 1); t[i] ~ dlnorm(ua, us) }", "y <- c(0.5, 1.2, 0.3)"));
        map.put(
                "an interval that is not observed",
                List.of("c ~ dinterval(ua, cut[]); y ~ dnorm(ua, us)", "cut <- c(-1.05, 0.3)\ny <- 1"));
        map.put(
                "rounding that is not observed",
                List.of("for (i in 1:3) { r[i] ~ dround(uv[i], 1) }; y ~ dnorm(sum(uv), us)", "y <- 1"));
        map.put("a sum that is not observed", List.of("s ~ dsum(ua, ub); y ~ dnorm(s, us)", "y <- 1"));
        map.put(
                "a sum of vectors that is not observed",
                List.of("s[1:2] ~ dsum(uv[1:2], um); y ~ dnorm(s[1] * s[2], us)", "y <- 1"));
        map.put("an observed sum", List.of("s ~ dsum(ua, us, ub); y ~ dnorm(ub * ua, us)", "s <- 2.5\ny <- 1"));
        map.put(
                "an observed sum of elements",
                List.of("s ~ dsum(uv[1], uv[2], uv[3]); y ~ dnorm(uv[3], us)", "s <- 2.5\ny <- 1"));
        map.put(
                "observed sums in a loop",
                List.of(
                        "for (i in 1:3) { a[i] ~ dnorm(ua, 1); b[i] ~ dnorm(ub, us); s[i] ~ dsum(a[i], b[i]) }",
                        "s <- c(1, 2, 0.5)\nb <- c(NA, 0.3, NA)"));
        map.put(
                "an observed sum of counts",
                List.of(
                        "for (i in 1:2) { a[i] ~ dpois(us); b[i] ~ dbin(up, 8); s[i] ~ dsum(a[i], b[i]) }",
                        "s <- c(4, 2)"));
        map.put(
                "an observed sum of vectors",
                List.of(
                        "for (i in 1:3) { a[i] ~ dnorm(ua, 1); b[i] ~ dexp(us) }; s[1:3] ~ dsum(a[1:3], b[1:3])",
                        "s <- c(4, 2, 1)"));
        map.put(
                "unknown bounds",
                List.of(
                        "x ~ dunif(ua, ua + us); z ~ dunif(x, 10); w ~ dpar(us, up); y ~ dnorm(x + z + w, 1)",
                        "y <- 1"));
        map.put(
                "a prior on the data's bound",
                List.of("theta ~ dunif(3, 10); for (i in 1:3) { y[i] ~ dunif(0, theta) }", "y <- c(1, 2.5, 0.3)"));
        map.put(
                "truncation by another unknown",
                List.of(
                        "x[1] ~ dnorm(0, us); for (i in 2:4) { x[i] ~ dnorm(ua, us) T(x[i-1],) }; for (i in 1:4) { y[i] ~"
                                + " dnorm(x[i], 1) }",
                        "y <- c(0.1, 0.4, 0.9, 1.5)"));
        map.put(
                "zero times the logarithm of zero",
                List.of(
                        "for (i in 1:4) { d[i] <- r[i] * log(r[i] / n[i]) + (n[i] - r[i]) * log(1 - r[i] / n[i])"
                                + "; y[i] ~ dnorm(d[i] * ua, us) }",
                        "r <- c(3, 0, 2, 4)\nn <- c(3, 4, 5, 8)\ny <- c(1, 0, 2, 1)"));
        map.put(
                "zero times the logarithm of a discrete unknown",
                List.of("d <- uk * log(uk / 3) + (3 - uk) * log(1 - uk / 3); y ~ dnorm(d * ua, us)", "y <- 1"));
        map.put(
                "zero times a variable that holds logarithms",
                List.of(
                        "for (i in 1:4) { l[i] <- log(uz[i] - 1) + ua; y[i] ~ dnorm((uz[i] - 1) * l[i], us) }",
                        "y <- c(1, 0, 2, 1)"));
        map.put(
                "zero times the logarithm of what is zero where a count is",
                List.of("l <- log(uk * us); y ~ dnorm(uk * l, 1)", "y <- 1"));
        map.put(
                "zero times a quotient by a count of zero",
                List.of("y ~ dnorm(uk * (1 / uk) * ua + 0 * pow(uk, -1), us)", "y <- 1"));
        map.put(
                "a log likelihood written out, with certain outcomes",
                List.of(
                        "for (i in 1:4) { p[i] <- uk / 3; l[i] <- x[i] * log(p[i]) + (1 - x[i]) * log(1 - p[i])"
                                + "; zeros[i] ~ dpois(100 - l[i] + us) }",
                        "x <- c(1, 0, 1, 1)\nzeros <- c(0, 0, 0, 0)"));
        map.put(
                "a branch that is not taken is infinite",
                List.of(
                        "for (i in 1:4) { m[i] <- ifelse(uz[i] == 1, ua, ua * ub / (uz[i] - 1) + sqrt(us - 9 * (2 - uz[i])))"
                                + "; w[i] <- ifelse(uz[i] > 1, log(us) * log(uz[i] - 1) * ub, ub)"
                                + "; y[i] ~ dnorm(m[i] + w[i], 1) }",
                        "y <- c(1, 0, 2, 1)"));
        map.put("zero to the power of zero", List.of("y ~ dnorm(pow(uk, uk) * ua + uk^0, us)", "y <- 1"));
        map.put(
                "functions of arrays whose size changes",
                List.of(
                        "for (k in 1:3) { w[k] <- uv[k] + 1.7 * k }; for (i in 1:2) { m[i] <- sd(w[1:(i + 1)]) + max(w[i:3]) +"
                                + " mean(w[1:i]); y[i] ~ dnorm(m[i], us) }",
                        "y <- c(1, 2)"));
        map.put(
                "windows of one size",
                List.of(
                        "for (k in 1:3) { v[k] <- uv[k] - 1.7 * k }; for (i in 1:2) { w[i,1:2] <- sort(v[i:(i + 1)]); y[i] ~"
                                + " dnorm(w[i,1], us) }",
                        "y <- c(1, 2)"));
        map.put(
                "multinomials and Dirichlets of rows of different length",
                List.of(
                        "for (i in 1:4) { y[i,1:n[i]] ~ dmulti(p[1:n[i],i], size[i]); p[1:n[i],i] ~ ddirch(a[1:n[i]]) }",
                        "n <- c(2, 3, 2, 3)\nsize <- c(3, 6, 4, 5)\na <- c(1, 2, 1.5)\ny <- structure(c(1, 1, 4, 2, 2, 2, 0,"
                                + " 2, NA, 3, NA, 1), .Dim = c(4, 3))"));
        map.put(
                "normal blocks of different length",
                List.of(
                        "for (i in 1:3) { y[from[i]:to[i]] ~ dmnorm(m[from[i]:to[i]], o[1:len[i],1:len[i]]) }"
                                + "; for (k in 1:7) { m[k] ~ dnorm(ua, us) }",
                        "from <- c(1, 3, 6)\nto <- c(2, 5, 7)\nlen <- c(2, 3, 2)\ny <- c(1, 2, 0, 1, 3, 2, 1)"
                                + "\no <- structure(c(2, 0.5, 0, 0.5, 3, 0.2, 0, 0.2, 1), .Dim = c(3, 3))"));
        map.put(
                "sizes by two counters",
                List.of(
                        "for (i in 1:2) { for (j in 1:3) { y[i,j,1:n[i,j]] ~ dmulti(uq[1:n[i,j]], size[i,j]) } }",
                        "n <- structure(c(2, 3, 3, 2, 2, 3), .Dim = c(2, 3))\nsize <- structure(c(3, 3, 3, 3, 3, 3), .Dim ="
                                + " c(2, 3))\ny <- structure(c(1, 1, 1, 2, 2, 1, 2, 1, 1, 1, 1, 1, NA, 1, 1, NA, NA, 1), .Dim ="
                                + " c(2, 3, 3))"));
        map.put(
                "values that were not seen, by C(,)",
                List.of(
                        "for (i in 1:4) { t[i] ~ dweib(us, lambda) C(cut[i],) }; lambda ~ dexp(1)",
                        "t <- c(1, 2, NA, NA)\ncut <- c(0, 0, 3, 1.5)"));
        map.put(
                "a summand that a sum determines, within C(,)",
                List.of("a ~ dchisqr(2 + us) C(0.2,); b ~ dlnorm(ua, 1); y ~ sum(b, a)", "y <- 1.5"));
        map.put(
                "histories of hidden states, as nimbleEcology writes them",
                List.of(
                        "for (i in 1:2) { y[i,1:3] ~ dOcc_v(up, q[1:3], 3); z[i,1:3] ~ dCJS_sv(up, q[1:3], 3); n[i,1:3] ~"
                                + " dNmixture_s(us, up, 0, 50, 3) }; for (k in 1:3) { q[k] ~ dbeta(2, 2) }",
                        "y <- structure(c(0, 0, 1, 0, 1, 0), .Dim = c(2, 3))\nz <- structure(c(1, 1, 0, 1, 1, 0), .Dim = c(2, 3))"
                                + "\nn <- structure(c(1, 0, 2, 0, 1, 1), .Dim = c(2, 3))"));
        map.put(
                "a hidden chain, as nimbleEcology writes it",
                List.of(
                        "y[1:4] ~ dHMM(g[], o[,], t[,], 4); for (k in 1:2) { o[k,1] <- up / k; o[k,2] <- 1 - up / k; t[k,1] <- up / (k"
                                + " + 1); t[k,2] <- 1 - up / (k + 1) }",
                        "y <- c(1, 2, 2, 1)\ng <- c(0.3, 0.7)"));
        map.put(
                "parameters by name",
                List.of(
                        "y ~ dnorm(ua, sd = us); z ~ T(dgamma(mean = 1 + us, sd = us), 0.1, 9); w ~ dnorm(z, var = us)",
                        "y <- 1\nw <- 2"));
        map.put(
                "functions of the text",
                List.of("f <- function(a, b) a * exp(b / 3); y ~ dnorm(f(ua, f(ub, 0.2)), f(b = 0.1, us))", "y <- 1"));
        map.put(
                "ranks as BUGS has them",
                List.of(
                        "for (k in 1:3) { v[k] <- uv[k] - 1.7 * k }; y ~ dnorm(ranked(v[], 2), us); r <- rank(v[], 3)",
                        "y <- 1"));
        map.put(
                "an intrinsic autoregression with two parts",
                List.of(
                        "b[1:6] ~ car.normal(adj[], w[], num[], us); for (i in 1:6) { y[i] ~ dnorm(ua + b[i], 2) }",
                        "adj <- c(2, 3, 1, 3, 1, 2, 5, 4)\nw <- c(1, 2, 1, 1, 2, 1, 1, 1)\nnum <- c(2, 2, 2, 1, 1, 0)"
                                + "\ny <- c(1, 2, 0, 1, 3, 2)"));
        map.put(
                "an intrinsic autoregression of two areas, as NIMBLE writes it",
                List.of(
                        "b[1:2] ~ dcar_normal(adj = adj[], num = num[], tau = us, zero_mean = 1); for (i in 1:2) { y[i] ~"
                                + " dnorm(ua + b[i], 2) }",
                        "adj <- c(2, 1)\nnum <- c(1, 1)\ny <- c(1, 2)"));
        map.put(
                "a proper autoregression",
                List.of(
                        "b[1:3] ~ car.proper(m[], C[], adj[], num[], M[], us, up); for (i in 1:3) { y[i] ~ dpois(exp(b[i]))"
                                + "; m[i] <- ua }",
                        "adj <- c(2, 1, 3, 2)\nnum <- c(1, 2, 1)\nC <- c(1, 0.5, 0.5, 1)\nM <- c(1, 0.5, 1)\ny <- c(1, 2, 0)"));
        map.put("zero trick", List.of("zero ~ dpois(5 + ua * ua + us)", "zero <- 0"));
        map.put(
                "mixture",
                List.of(
                        "for (i in 1:4) { y[i] ~ dnorm(uv[z[i]], us); z[i] ~ dcat(uq) }",
                        "y <- c(0.1, 0.4, 0.9, 1.5)\nz <- c(NA, 2, NA, NA)"));
        return map;
    }

    @TestFactory
    Stream<DynamicTest> features() {
        return MODELS.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    String model = Unknowns.model(entry.getValue().get(0));
                    String data = Unknowns.data(entry.getValue().get(1), model);
                    // The normal distribution function comes from a library that makes objects.
                    if (model.contains("T(") || model.contains("probit")) {
                        Case.checkAllocating(model, data);
                    } else {
                        Case.check(model, data);
                    }
                }));
    }

    @Test
    void declarationsGiveShapes() {
        Case.check("""
                var beta[2], m[3], A[3,2], s;
                data { for (i in 1:3) { for (j in 1:2) { A[i,j] <- i / j } } }
                model { beta[1] ~ dnorm(0, 1); beta[2] ~ dnorm(0, 1); m <- A %*% beta; s <- sum(m)
                y ~ dnorm(s, 1) }""", "y <- 1");
    }

    /** As in JAGS: the deviance of a binomial count is written so, and its ends are no exception. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "uk * log(uk / 3) + (3 - uk) * log(1 - uk / 3)",
                "log(uk) * uk",
                "uk * log(uk * us)",
                "0 * log(uk)",
                "uk * (1 / uk)",
                "sum(c(uk, 0) * log(c(uk, 0)))",
            })
    void zeroTimesInfinityIsZero(String expression) {
        CompiledDensity density = Case.of(Unknowns.model("d <- " + expression + "; y ~ dnorm(d * ua, 1)"), "y <- 1")
                .density();
        double[] gradient = new double[density.space().dimension()];
        Cursor cursor = density.cursor();
        for (int k : new int[] {0, 3, 1}) {
            cursor.assign(0, k);
            assertThat(cursor.logDensity()).as("%s at %d", expression, k).isFinite();
            assertThat(cursor.logDensityAndGradient(gradient)).isFinite();
            assertThat(Arrays.stream(gradient).allMatch(Double::isFinite))
                    .as("%s at %d: %s", expression, k, Arrays.toString(gradient))
                    .isTrue();
        }
    }

    @Test
    void compilingTwiceGivesTheSame() {
        Graph graph = ModelCompiler.bind(
                Model.of(Unknowns.model("for (i in 1:4) { y[i] ~ dnorm(uv[uz[i]], us) }")),
                DataSet.of(Map.of("y", DataArray.vector(1, 2, 3, 1))));
        CompiledDensity first = ModelCompiler.compile(graph, Monitor.byDefault());
        CompiledDensity second = ModelCompiler.compile(graph, Monitor.byDefault());
        assertThat(second.space().sites()).isEqualTo(first.space().sites());
        Cursor cursor = first.cursor();
        assertThat(second.cursor().logDensity()).isEqualTo(cursor.logDensity());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "k[1:3] ~ dsample(uq, 2)",
                "k ~ dnorm(ua, us) I(0,)",
                "y ~ dsum(ua, 2 * ub)",
                "m <- 2 * ua; y ~ dsum(m, 1)",
                "y[1:2] ~ dmnorm(uv, uo)",
                "k ~ dgamma(uv, 1)",
                "z ~ dcat(uf)",
                "a[1] <- ua; b[1] <- ub; for (t in 2:3) { a[t] <- sd(c(b[t-1], 1)); b[t] <- a[t] }",
                "m <- sum(rep(ua, uk))",
                "m <- besselI(us, ua)",
                "y ~ dsum(ua, ub) T(0,)",
                "y ~ dinterval(ua, 0) T(0,)",
                "x[1:3] ~ ddirch(alpha)",
            })
    void whatCannotBeCompiledIsSaid(String statements) {
        String model = Unknowns.model(statements);
        assertThatThrownBy(() -> Case.of(model, Unknowns.data("y <- 1\nx <- c(1, NA, 2)\nalpha <- c(1, 1, 1)", model)))
                .as(statements)
                .isInstanceOf(SourceException.class);
    }
}
