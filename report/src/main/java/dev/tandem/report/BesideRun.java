package dev.tandem.report;

import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;

/**
 * Another run that a page shows beside its own.
 *
 * @param name what it is called
 * @param draws what it drew; unknowns of the same name are shown together
 * @param summary of these draws, row by row in their order
 */
public record BesideRun(String name, Draws draws, Summary summary) {}
