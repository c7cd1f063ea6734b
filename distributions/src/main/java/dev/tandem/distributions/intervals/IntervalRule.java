package dev.tandem.distributions.intervals;

import java.util.function.BinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** What a function makes of intervals: one that contains its value for all values of its arguments. */
@FunctionalInterface
public interface IntervalRule {
    /** What is known of the arguments of a call, counted from 0. */
    interface Arguments {
        int count();

        /** Around all elements of an argument. */
        Interval interval(int argument);

        /** The number of its elements, infinite if that is not known. */
        default double size(int argument) {
            return 1;
        }
    }

    Interval enclose(Arguments arguments);

    /** The interval for arguments that are single numbers. */
    default Interval of(Interval... arguments) {
        return enclose(new Arguments() {
            @Override
            public int count() {
                return arguments.length;
            }

            @Override
            public Interval interval(int argument) {
                return arguments[argument];
            }
        });
    }

    /** Of a function of one number. */
    static IntervalRule one(UnaryOperator<Interval> rule) {
        return arguments -> rule.apply(arguments.interval(0));
    }

    /** Of a function of two numbers. */
    static IntervalRule two(BinaryOperator<Interval> rule) {
        return arguments -> rule.apply(arguments.interval(0), arguments.interval(1));
    }

    /** Of a function that never falls and is defined everywhere. */
    static IntervalRule rising(DoubleUnaryOperator function) {
        return one(x -> x.rising(function));
    }

    /** Of a function that never falls and is NaN outside a domain. */
    static IntervalRule rising(double least, double greatest, DoubleUnaryOperator function) {
        Interval domain = Interval.between(least, greatest);
        return one(x -> x.rising(function, domain));
    }

    /** Of a function that never rises and is NaN outside a domain. */
    static IntervalRule falling(double least, double greatest, DoubleUnaryOperator function) {
        Interval domain = Interval.between(least, greatest);
        return one(x -> x.falling(function, domain));
    }

    /** Of a function that falls up to a point, rises from there on, and is NaN outside a domain. */
    static IntervalRule convex(double least, double lowest, double greatest, DoubleUnaryOperator function) {
        Interval domain = Interval.between(least, greatest);
        return one(x -> x.convex(function, lowest, domain));
    }

    /** Of a function that never falls and has whole numbers as its values. */
    static IntervalRule steps(DoubleUnaryOperator function) {
        return one(x -> new Interval(function.applyAsDouble(x.low()), function.applyAsDouble(x.high()), true, x.nan()));
    }

    /** Always the same interval, and its value where all arguments are known; of infinite arguments it may be NaN. */
    static IntervalRule always(Interval interval, ToDoubleFunction<double[]> function) {
        IntervalRule points = points(function);
        return arguments -> {
            Interval point = points.enclose(arguments);
            if (point.point()) {
                return point;
            }
            boolean mayBeNaN = false;
            for (int i = 0; i < arguments.count(); i++) {
                Interval argument = arguments.interval(i);
                mayBeNaN |= argument.nan() || !argument.finite();
            }
            return interval.nan(mayBeNaN);
        };
    }

    /** The value where all arguments are known, else anything: no rule is known. */
    static IntervalRule points(ToDoubleFunction<double[]> function) {
        return arguments -> {
            double[] values = new double[arguments.count()];
            boolean points = true;
            for (int i = 0; i < values.length; i++) {
                Interval argument = arguments.interval(i);
                values[i] = argument.low();
                points &= argument.point();
            }
            return points ? Interval.point(function.applyAsDouble(values)) : Interval.ANY;
        };
    }
}
