package dev.tandem.distributions.catalogue;

import java.util.function.DoublePredicate;

/** A value that a distribution cannot give but that is often found in data, and what lies behind it. */
public record Slip(DoublePredicate value, String advice) {}
