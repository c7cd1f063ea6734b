package dev.tandem.distributions.special;

/** The scalar functions of JAGS that Math lacks or defines otherwise, each with its derivative. */
public final class ScalarFunctions {
    private ScalarFunctions() {}

    /** arccosh(x). */
    public static double arccosh(double x) {
        return Elementary.log1p(x - 1 + Math.sqrt((x - 1) * (x + 1)));
    }

    /** d arccosh(x) / dx. */
    public static double arccoshBy(double x) {
        return 1 / Math.sqrt((x - 1) * (x + 1));
    }

    /** arcsinh(x), odd and exact near zero. */
    public static double arcsinh(double x) {
        double a = Math.abs(x);
        if (a > 1e150) {
            return Math.copySign(Elementary.log(a) + Elementary.log(2), x);
        }
        return Math.copySign(Elementary.log1p(a + a * a / (1 + Math.sqrt(a * a + 1))), x);
    }

    /** d arcsinh(x) / dx. */
    public static double arcsinhBy(double x) {
        return 1 / StrictMath.hypot(x, 1);
    }

    /** arctanh(x). */
    public static double arctanh(double x) {
        return 0.5 * (Elementary.log1p(x) - Elementary.log1p(-x));
    }

    /** d arctanh(x) / dx. */
    public static double arctanhBy(double x) {
        return 1 / ((1 - x) * (1 + x));
    }

    /** d arccos(x) / dx. */
    public static double arccosBy(double x) {
        return -arcsinBy(x);
    }

    /** d arcsin(x) / dx. */
    public static double arcsinBy(double x) {
        return 1 / Math.sqrt((1 - x) * (1 + x));
    }

    /** d arctan(x) / dx. */
    public static double arctanBy(double x) {
        return 1 / (1 + x * x);
    }

    /** d abs(x) / dx; zero at the kink. */
    public static double absBy(double x) {
        return Math.signum(x);
    }

    /** d tan(x) / dx. */
    public static double tanBy(double x) {
        double t = Elementary.tan(x);
        return 1 + t * t;
    }

    /** d tanh(x) / dx. */
    public static double tanhBy(double x) {
        double c = StrictMath.cosh(x);
        return 1 / (c * c);
    }

    /** log(-log(1 - p)). */
    public static double cloglog(double p) {
        return Elementary.log(-Elementary.log1p(-p));
    }

    /** d cloglog(p) / dp. */
    public static double cloglogBy(double p) {
        return 1 / ((p - 1) * Elementary.log1p(-p));
    }

    /** 1 - exp(-exp(x)). */
    public static double icloglog(double x) {
        return -Elementary.expm1(-Elementary.exp(x));
    }

    /** d icloglog(x) / dx. */
    public static double icloglogBy(double x) {
        return Elementary.exp(x - Elementary.exp(x));
    }

    /** 1 / (1 + exp(-x)). */
    public static double ilogit(double x) {
        return Exponentials.ilogit(x);
    }

    /** d ilogit(x) / dx. */
    public static double ilogitBy(double x) {
        return Exponentials.ilogit(x) * Exponentials.ilogit(-x);
    }

    /** log(p / (1 - p)). */
    public static double logit(double p) {
        return Exponentials.logit(p);
    }

    /** d logit(p) / dp. */
    public static double logitBy(double p) {
        return 1 / (p * (1 - p));
    }

    /** log x!. */
    public static double logfact(double x) {
        return GammaFunction.logFactorial(x);
    }

    /** d logfact(x) / dx. */
    public static double logfactBy(double x) {
        return GammaFunction.digamma(x + 1);
    }

    /** log gamma(x). */
    public static double loggam(double x) {
        return GammaFunction.logGamma(x);
    }

    /** d loggam(x) / dx. */
    public static double loggamBy(double x) {
        return GammaFunction.digamma(x);
    }

    /** The standard normal distribution function. */
    public static double phi(double x) {
        return NormalIntegral.cumulative(x);
    }

    /** d phi(x) / dx. */
    public static double phiBy(double x) {
        return NormalIntegral.density(x);
    }

    /** The standard normal quantile. */
    public static double probit(double p) {
        return NormalIntegral.quantile(p);
    }

    /** d probit(p) / dp. */
    public static double probitBy(double p) {
        return 1 / NormalIntegral.density(NormalIntegral.quantile(p));
    }

    /** d pow(x, y) / dx; a negative base needs a whole exponent, as in JAGS. */
    public static double powByBase(double x, double y) {
        return y == 0 ? 0 : y * Elementary.pow(x, y - 1);
    }

    /** d pow(x, y) / dy; zero at base zero with y &gt; 0, NaN for a negative base, where y cannot move. */
    public static double powByExponent(double x, double y) {
        return x == 0 && y > 0 ? 0 : Elementary.pow(x, y) * Elementary.log(x);
    }

    /** The nearest integer, halves up, as in JAGS: floor(x + 1/2). */
    public static double round(double x) {
        return Math.floor(x + 0.5);
    }

    /** The integer part, towards zero. */
    public static double trunc(double x) {
        return x < 0 ? Math.ceil(x) : Math.floor(x);
    }

    /** One if x &gt;= 0, else zero. */
    public static double step(double x) {
        return x >= 0 ? 1 : 0;
    }

    /** One if equal, else zero. */
    public static double equals(double x, double y) {
        return x == y ? 1 : 0;
    }

    /** The second argument if the condition is not zero, else the third. */
    public static double ifelse(double condition, double a, double b) {
        return condition != 0 ? a : b;
    }
}
