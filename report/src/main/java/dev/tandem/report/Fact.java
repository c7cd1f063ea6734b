package dev.tandem.report;

/** A line of a list of facts, such as a setting: its name and its value. */
public record Fact(String name, String value) {}
