package dev.tandem.density;

/**
 * A group of effects: unknowns whose prior has an unknown location or scale.
 *
 * @param name what the model calls them
 * @param coordinate the coordinate of the first; the others follow
 * @param size how many they are
 */
public record Effects(String name, int coordinate, int size) {}
