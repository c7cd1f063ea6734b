package dev.tandem.density;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The unknowns of a density: the coordinates of q, the discrete sites of x with their supports, and the variables that
 * are reported to the user.
 *
 * <p>Coordinates are unconstrained reals. A density whose parameters are constrained maps them itself and reports the
 * constrained values; for the others what is reported is what is sampled.
 */
public final class Space {
    private final List<Variable> coordinates;
    private final List<Variable> siteVariables;
    private final List<Variable> reported;
    private final int dimension;
    private final int[] lower;
    private final int[] upper;
    private final int[] sources;
    private final Roles roles;

    private Space(Builder builder) {
        coordinates = List.copyOf(builder.coordinates);
        siteVariables = List.copyOf(builder.sites);
        reported = List.copyOf(builder.reported);
        dimension = totalSize(coordinates);
        lower = Arrays.copyOf(builder.lower, totalSize(siteVariables));
        upper = Arrays.copyOf(builder.upper, lower.length);
        sources = reported.stream()
                .mapToInt(variable ->
                        offset(variable.kind() == Variable.Kind.CONTINUOUS ? coordinates : siteVariables, variable))
                .toArray();
        roles = new Roles(builder.settled, builder.computed, builder.drawn, builder.forward, builder.hidden);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The length of q. */
    public int dimension() {
        return dimension;
    }

    /** The number of discrete sites, the length of x. */
    public int sites() {
        return lower.length;
    }

    /** Whether a state has nothing in it: what is reported is drawn anew each time, see {@link Cursor#complete}. */
    public boolean isEmpty() {
        return dimension == 0 && lower.length == 0;
    }

    /** The widest support of a site; the support given the other unknowns may be narrower, see {@link Cursor#lower}. */
    public Support support(int site) {
        return new Support(lower[site], upper[site]);
    }

    int lower(int site) {
        return lower[site];
    }

    int upper(int site) {
        return upper[site];
    }

    /** What the user sees, in the order in which {@link Cursor#report} writes it. */
    public List<Variable> reported() {
        return reported;
    }

    /** The number of reported values, over all variables. */
    public int reportedSize() {
        return totalSize(reported);
    }

    /** What is to be known about the reported elements, and the unknowns that are not among them. */
    public Roles roles() {
        return roles;
    }

    /** Where in q or x the values of a reported variable stand that is sampled under the same name. */
    int source(int variable) {
        if (sources[variable] < 0) {
            throw new IllegalStateException(
                    reported.get(variable).name() + " is reported but not sampled: the cursor must override report");
        }
        return sources[variable];
    }

    public String coordinateName(int coordinate) {
        return elementName(coordinates, coordinate);
    }

    public String siteName(int site) {
        return elementName(siteVariables, site);
    }

    /** The variables of x, whose elements are the sites in order. */
    public List<Variable> siteVariables() {
        return siteVariables;
    }

    private static String elementName(List<Variable> variables, int index) {
        int rest = index;
        for (Variable variable : variables) {
            if (rest < variable.size()) {
                return variable.elementName(rest);
            }
            rest -= variable.size();
        }
        throw new IndexOutOfBoundsException(index);
    }

    private static int offset(List<Variable> sampled, Variable wanted) {
        int offset = 0;
        for (Variable variable : sampled) {
            if (variable.equals(wanted)) {
                return offset;
            }
            offset += variable.size();
        }
        return -1;
    }

    private static int totalSize(List<Variable> variables) {
        return Math.toIntExact(variables.stream().mapToLong(Variable::size).sum());
    }

    /** Collects the unknowns in order; names must differ. */
    public static final class Builder {
        private final List<Variable> coordinates = new ArrayList<>();
        private final List<Variable> sites = new ArrayList<>();
        private final List<Variable> reported = new ArrayList<>();
        private int[] lower = new int[16];
        private int[] upper = new int[16];
        private final BitSet settled = new BitSet();
        private final BitSet computed = new BitSet();
        private final BitSet drawn = new BitSet();
        private final BitSet forward = new BitSet();
        private final List<Roles.Hidden> hidden = new ArrayList<>();
        private int siteCount;
        private int reportedCount;

        private Builder() {}

        /** A real array of unknowns, sampled and reported as it is. */
        public Builder real(String name, Integer... shape) {
            coordinate(name, shape);
            return report(name, Variable.Kind.CONTINUOUS, shape);
        }

        /** Unconstrained coordinates that are sampled but not reported. */
        public Builder coordinate(String name, Integer... shape) {
            coordinates.add(distinct(coordinates, new Variable(name, List.of(shape), Variable.Kind.CONTINUOUS)));
            return this;
        }

        /** Discrete sites that share one support, sampled and reported as they are. */
        public Builder discrete(String name, Support support, Integer... shape) {
            Support[] supports = new Support[new Variable(name, List.of(shape), Variable.Kind.DISCRETE).size()];
            Arrays.fill(supports, support);
            site(name, supports, shape);
            return report(name, Variable.Kind.DISCRETE, shape);
        }

        /** Discrete sites with a support each, sampled and reported as they are. */
        public Builder discrete(String name, Support[] supports, Integer... shape) {
            site(name, supports, shape);
            return report(name, Variable.Kind.DISCRETE, shape);
        }

        /** Discrete sites that are sampled but not reported. */
        public Builder site(String name, Support[] supports, Integer... shape) {
            Variable variable = new Variable(name, List.of(shape), Variable.Kind.DISCRETE);
            if (supports.length != variable.size()) {
                throw new IllegalArgumentException(
                        name + ": " + supports.length + " supports for " + variable.size() + " sites");
            }
            sites.add(distinct(sites, variable));
            int end = Math.addExact(siteCount, supports.length);
            if (end > lower.length) {
                lower = Arrays.copyOf(lower, Math.max(end, 2 * lower.length));
                upper = Arrays.copyOf(upper, lower.length);
            }
            for (Support support : supports) {
                lower[siteCount] = support.lower();
                upper[siteCount++] = support.upper();
            }
            return this;
        }

        /** A reported variable; the cursor's {@link Cursor#report} must write it. */
        public Builder report(String name, Variable.Kind kind, Integer... shape) {
            Variable variable = distinct(reported, new Variable(name, List.of(shape), kind));
            reported.add(variable);
            reportedCount = Math.addExact(reportedCount, variable.size());
            return this;
        }

        /** Says that all elements of the variable reported last are computed from unknowns. */
        public Builder computed() {
            computed.set(reportedCount - reported.get(reported.size() - 1).size(), reportedCount);
            return this;
        }

        /** Says that an element of the variable reported last, counted from 0, is computed from unknowns. */
        public Builder computed(int element) {
            computed.set(reportedCount - reported.get(reported.size() - 1).size() + element);
            return this;
        }

        /** Says that an element of the variable reported last, counted from 0, is proved to have one value alone. */
        public Builder settled(int element) {
            settled.set(reportedCount - reported.get(reported.size() - 1).size() + element);
            return this;
        }

        /** Says that an element of the variable reported last, counted from 0, is drawn anew in every report. */
        public Builder drawn(int element) {
            drawn.set(reportedCount - reported.get(reported.size() - 1).size() + element);
            return this;
        }

        /** Says that nothing observed depends on an element: it is drawn anew in every report. */
        public Builder forward(int element) {
            forward.set(reportedCount - reported.get(reported.size() - 1).size() + element);
            return drawn(element);
        }

        /** Unknown elements of a variable that is not reported; {@link Cursor#reportHidden} must write them. */
        public Builder hidden(Variable variable, int[] positions) {
            hidden.add(new Roles.Hidden(variable, positions));
            return this;
        }

        public Space build() {
            return new Space(this);
        }

        private static Variable distinct(List<Variable> present, Variable added) {
            if (present.stream().anyMatch(variable -> variable.name().equals(added.name()))) {
                throw new IllegalArgumentException("two variables are named " + added.name());
            }
            return added;
        }
    }
}
