/*
 * The C twin of MixedStepTimer: node M-HMC on logistic variable selection, one leapfrog step and one Gibbs visit a step.
 *
 * The same algorithm as the Java: columns one after the other with the sign of the outcome multiplied in, margins
 * updated by one column when an indicator flips, the flipped margins kept for the exchange, logarithm of a product of
 * 1 + e, the gradient computed again only when an indicator has changed, a new site order and momentum a trajectory.
 * Compiled plainly it calls exp of the C library; with -DTABLE_EXPONENTIAL it has the table that the Java has.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STEP_SIZE 0.16
#define STEPS 20
#define BURN_IN 20000
#define ITERATIONS 500
#define REPEATS 101

#define BLOCK 512
#define MOST_CHANGES 1000
#define LARGE 1e4
#define PRIOR_PRECISION (1.0 / 25)
#define NONE (-1)

/* ---- random numbers: xoshiro256++ seeded by SplitMix64; Gaussians by Marsaglia's polar method ---- */

static uint64_t state[4];
static double spare_gaussian;
static int has_spare;

static void seed_random(uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        state[i] = z ^ (z >> 31);
    }
}

static inline uint64_t rotate(uint64_t v, int k) { return (v << k) | (v >> (64 - k)); }

static inline uint64_t next_bits(void) {
    uint64_t result = rotate(state[0] + state[3], 23) + state[0];
    uint64_t t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = rotate(state[3], 45);
    return result;
}

static inline double uniform(void) { return (next_bits() >> 11) * 0x1p-53; }

static inline int below(int count) { return (int)(((next_bits() >> 32) * (uint64_t)count) >> 32); }

static double gaussian(void) {
    if (has_spare) {
        has_spare = 0;
        return spare_gaussian;
    }
    double u, v, s;
    do {
        u = 2 * uniform() - 1;
        v = 2 * uniform() - 1;
        s = u * u + v * v;
    } while (s >= 1 || s == 0);
    double factor = sqrt(-2 * log(s) / s);
    spare_gaussian = v * factor;
    has_spare = 1;
    return u * factor;
}

/* ---- the exponential of arguments that are not positive ---- */

#ifdef TABLE_EXPONENTIAL
static uint64_t power_bits[128];
static double power_tail[128];

static void prepare_exponential(void) {
    for (int i = 0; i < 128; i++) {
        long double power = exp2l(i / 128.0L);
        double rounded = (double)power;
        memcpy(&power_bits[i], &rounded, sizeof rounded);
        power_tail[i] = (double)((power - rounded) / rounded);
    }
}

static inline double exponential(double x) {
    double argument = x < -708 ? -708 : x;
    double shifted = argument * (128 * 0x1.71547652b82fep0) + 0x1.8p52;
    uint64_t k;
    memcpy(&k, &shifted, sizeof k);
    double whole = shifted - 0x1.8p52;
    double r = argument - whole * (0x1.62e42feep-1 / 128) - whole * (1.9082149292705877E-10 / 128);
    int i = (int)(k & 127);
    uint64_t bits = power_bits[i] + ((k >> 7) << 52);
    double power;
    memcpy(&power, &bits, sizeof power);
    double r2 = r * r;
    double rest = power_tail[i] + r + r2 * (0.5 + r * (1.0 / 6)) + r2 * r2 * (1.0 / 24 + r * (1.0 / 120));
    return power + power * rest;
}
#else
static void prepare_exponential(void) {}

static inline double exponential(double x) { return exp(x); }
#endif

/* ---- the density ---- */

static int n, d;
static double *restrict columns;
static double *column_bound;
static int *x;
static double *q;
static double *margins, *flipped_margins, *residuals;
static int margins_known, likelihood_known, flipped = NONE, changes;
static double log_likelihood, flipped_likelihood;

static void read_data(const char *name) {
    FILE *file = fopen(name, "r");
    if (!file || fscanf(file, "%d %d", &n, &d) != 2) {
        fprintf(stderr, "cannot read %s\n", name);
        exit(1);
    }
    columns = malloc(sizeof(double) * n * d);
    column_bound = calloc(d, sizeof(double));
    for (int i = 0; i < n * d; i++) {
        if (fscanf(file, "%lf", &columns[i]) != 1) exit(1);
        column_bound[i / n] = fmax(column_bound[i / n], fabs(columns[i]));
    }
    for (int i = 0; i < n; i++) {
        int y;
        if (fscanf(file, "%d", &y) != 1) exit(1);
        for (int j = 0; y == 0 && j < d; j++) columns[j * n + i] = -columns[j * n + i];
    }
    fclose(file);
    x = calloc(d, sizeof(int));
    q = calloc(d, sizeof(double));
    margins = calloc(n, sizeof(double));
    flipped_margins = calloc(n, sizeof(double));
    residuals = calloc(n, sizeof(double));
}

static double likelihood_of(const double *restrict m) {
    double sum = 0;
    for (int start = 0; start < n; start += BLOCK) {
        int end = start + BLOCK < n ? start + BLOCK : n;
        double product = 1;
        for (int i = start; i < end; i++) {
            sum += m[i] < 0 ? m[i] : 0;
            product *= 1 + exponential(-fabs(m[i]));
        }
        sum -= log(product);
    }
    return sum;
}

static double differentiate(const double *restrict m, double *restrict r) {
    double sum = 0;
    for (int start = 0; start < n; start += BLOCK) {
        int end = start + BLOCK < n ? start + BLOCK : n;
        double product = 1;
        for (int i = start; i < end; i++) {
            double e = exponential(-fabs(m[i]));
            sum += m[i] < 0 ? m[i] : 0;
            product *= 1 + e;
            r[i] = (m[i] < 0 ? 1 : e) / (1 + e);
        }
        sum -= log(product);
    }
    return sum;
}

static void shift(const double *restrict column, double factor, double *restrict sums) {
    for (int i = 0; i < n; i++) sums[i] += factor * column[i];
}

static void shift_into(const double *restrict column, double factor, const double *restrict source,
                       double *restrict sums) {
    for (int i = 0; i < n; i++) sums[i] = source[i] + factor * column[i];
}

/* Four partial sums, as in the Java: without leave to reorder, one sum would wait for each addition. */
static double dot(const double *restrict column, const double *restrict r) {
    double a = 0, b = 0, c = 0, e = 0;
    int i = 0;
    for (; i + 3 < n; i += 4) {
        a += column[i] * r[i];
        b += column[i + 1] * r[i + 1];
        c += column[i + 2] * r[i + 2];
        e += column[i + 3] * r[i + 3];
    }
    for (; i < n; i++) a += column[i] * r[i];
    return a + b + (c + e);
}

static void sum_columns(int flip, double *sums) {
    memset(sums, 0, sizeof(double) * n);
    for (int j = 0; j < d; j++) {
        if ((x[j] == 1) ^ (j == flip)) shift(columns + j * n, q[j], sums);
    }
}

static void moved(void) {
    margins_known = likelihood_known = 0;
    flipped = NONE;
}

static void refresh_margins(void) {
    if (!margins_known) {
        sum_columns(NONE, margins);
        margins_known = 1;
        changes = 0;
    }
}

static double log_density_and_gradient(double *gradient) {
    refresh_margins();
    log_likelihood = differentiate(margins, residuals);
    likelihood_known = 1;
    double square = 0;
    for (int j = 0; j < d; j++) {
        double slope = -PRIOR_PRECISION * q[j];
        gradient[j] = x[j] == 1 ? slope + dot(columns + j * n, residuals) : slope;
        square += q[j] * q[j];
    }
    return log_likelihood - 0.5 * PRIOR_PRECISION * square;
}

static int movable(int site) { return fabs(q[site]) * column_bound[site] <= LARGE; }

static void flip(int site) {
    if (flipped == site && likelihood_known) return;
    if (!likelihood_known) {
        refresh_margins();
        log_likelihood = likelihood_of(margins);
        likelihood_known = 1;
    }
    if (movable(site)) {
        shift_into(columns + site * n, x[site] == 1 ? -q[site] : q[site], margins, flipped_margins);
    } else {
        sum_columns(site, flipped_margins);
    }
    flipped_likelihood = likelihood_of(flipped_margins);
    flipped = site;
}

static void assign_flipped(int site) {
    x[site] = 1 - x[site];
    double *spare = margins;
    margins = flipped_margins;
    flipped_margins = spare;
    double likelihood = log_likelihood;
    log_likelihood = flipped_likelihood;
    flipped_likelihood = likelihood;
    if (++changes > MOST_CHANGES) moved();
}

/* ---- the kernel ---- */

static double *p, *gradient, *start_q, *start_gradient;
static int *start_x, *order;
static double log_density, kinetic_energy, error;
static int stale = 1;
static long changed;

static double kinetic(void) {
    double sum = 0;
    for (int j = 0; j < d; j++) sum += p[j] * p[j];
    return 0.5 * sum;
}

static void evaluate(void) {
    log_density = log_density_and_gradient(gradient);
    stale = 0;
}

static void kick(double time) {
    for (int j = 0; j < d; j++) p[j] += time * gradient[j];
}

static void leapfrog(double size) {
    if (stale) evaluate();
    double before = kinetic_energy - log_density;
    kick(0.5 * size);
    for (int j = 0; j < d; j++) q[j] += size * p[j];
    moved();
    evaluate();
    kick(0.5 * size);
    kinetic_energy = kinetic();
    error += kinetic_energy - log_density - before;
}

/* A Gibbs draw of one indicator. */
static void visit(int site) {
    flip(site);
    double weights[2];
    double most = fmax(log_likelihood, flipped_likelihood);
    weights[x[site]] = exp(log_likelihood - most);
    weights[1 - x[site]] = exp(flipped_likelihood - most);
    int value = uniform() * (weights[0] + weights[1]) < weights[0] ? 0 : 1;
    if (value != x[site]) {
        assign_flipped(site);
        changed++;
        stale = 1;
    }
}

static void shuffle(void) {
    for (int i = d - 1; i > 0; i--) {
        int j = below(i + 1);
        int swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

/* One iteration; returns its acceptance probability. */
static double iterate(void) {
    if (stale) evaluate();
    for (int j = 0; j < d; j++) p[j] = gaussian();
    kinetic_energy = kinetic();
    error = 0;
    shuffle();
    memcpy(start_q, q, sizeof(double) * d);
    memcpy(start_gradient, gradient, sizeof(double) * d);
    memcpy(start_x, x, sizeof(int) * d);
    double start_density = log_density;
    for (int step = 0; step < STEPS; step++) {
        if (step > 0) visit(order[step % d]);
        leapfrog(STEP_SIZE);
        if (!(error < 1000)) break;
    }
    double acceptance = error < 1000 ? fmin(1, exp(-error)) : 0;
    if (!(uniform() < acceptance)) {
        memcpy(q, start_q, sizeof(double) * d);
        memcpy(gradient, start_gradient, sizeof(double) * d);
        memcpy(x, start_x, sizeof(int) * d);
        log_density = start_density;
        stale = 0;
        moved();
    }
    shuffle();
    visit(order[0]);
    return acceptance;
}

/* Processor time: others may share the machine. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: mixed_step DATA\n");
        return 1;
    }
    prepare_exponential();
    read_data(arguments[1]);
    seed_random(1);
    p = calloc(d, sizeof(double));
    gradient = calloc(d, sizeof(double));
    start_q = calloc(d, sizeof(double));
    start_gradient = calloc(d, sizeof(double));
    start_x = calloc(d, sizeof(int));
    order = calloc(d, sizeof(int));
    for (int j = 0; j < d; j++) order[j] = j;
    for (int i = 0; i < BURN_IN; i++) iterate();
    double times[REPEATS];
    double acceptance = 0;
    long switched_on = 0;
    changed = 0;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double begun = now();
        for (int i = 0; i < ITERATIONS; i++) {
            acceptance += iterate();
            for (int j = 0; j < d; j++) switched_on += x[j];
        }
        times[repeat] = (now() - begun) / ((double)ITERATIONS * STEPS);
    }
    qsort(times, REPEATS, sizeof(double), ascending);
    double iterations = (double)ITERATIONS * REPEATS;
    printf("%.1f ns a step (fastest %.1f), acceptance %.3f, changes a visit %.4f, switched on %.2f\n",
           times[REPEATS / 2], times[0], acceptance / iterations, changed / (iterations * STEPS),
           switched_on / iterations);
    return 0;
}
