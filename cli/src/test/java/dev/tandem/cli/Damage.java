package dev.tandem.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;

/** What can happen to a file of a run folder. */
enum Damage {
    FLIPPED("a bit flipped", 6),
    CUT("cut short", 3),
    ZEROED("zeroed", 3),
    EMPTIED("emptied", 1),
    DELETED("deleted", 1),
    GROWN("grown by garbage", 1),
    LINKED("a link to it elsewhere", 1),
    DANGLING("a link to nothing", 1),
    FOLDER("a folder in its place", 1),
    PIPE("a pipe in its place", 1),
    OF_ANOTHER_RUN("that of another run", 1),
    OF_ANOTHER_CHAIN("that of another chain", 1);

    private final String label;
    private final int places;

    Damage(String label, int places) {
        this.label = label;
        this.places = places;
    }

    String label() {
        return label;
    }

    /** At how many places of a file it is done. */
    int places() {
        return places;
    }

    /** Whether it can be done where there is no file yet. */
    boolean planted() {
        return this == DANGLING || this == FOLDER || this == PIPE;
    }

    /**
     * Does it.
     *
     * @param file the file
     * @param place which of the places
     * @param other the folder of another run of the same shape
     * @param outside where links may point to
     * @return false if it cannot be done to this file
     */
    boolean apply(Path file, int place, Path other, Path outside) throws IOException, InterruptedException {
        boolean present = Files.isRegularFile(file);
        byte[] bytes = present ? Files.readAllBytes(file) : new byte[0];
        if (!present && !planted() && !(this == LINKED && Files.isDirectory(file))) {
            return false;
        }
        switch (this) {
            case FLIPPED -> {
                if (bytes.length == 0) {
                    return false;
                }
                // The last place is the last byte.
                bytes[(int) ((long) (bytes.length - 1) * place / (places - 1))] ^= (byte) (1 << (3 * place + 1) % 8);
                Files.write(file, bytes);
            }
            case CUT -> {
                if (bytes.length < 4) {
                    return false;
                }
                int[] lengths = {bytes.length - 1, bytes.length / 2, 3};
                Files.write(file, Arrays.copyOf(bytes, lengths[place]));
            }
            case ZEROED -> {
                byte[] before = bytes.clone();
                int[] from = {0, bytes.length / 2, Math.max(0, bytes.length - 40)};
                int[] to = {bytes.length, Math.min(bytes.length, bytes.length / 2 + 20), bytes.length};
                Arrays.fill(bytes, from[place], to[place], (byte) 0);
                if (Arrays.equals(before, bytes)) {
                    return false;
                }
                Files.write(file, bytes);
            }
            case EMPTIED -> {
                if (bytes.length == 0) {
                    return false;
                }
                Files.write(file, new byte[0]);
            }
            case DELETED -> Files.delete(file);
            case GROWN -> {
                byte[] grown = Arrays.copyOf(bytes, bytes.length + 50);
                Arrays.fill(grown, bytes.length, grown.length, (byte) 'x');
                Files.write(file, grown);
            }
            case LINKED -> {
                Files.move(file, outside.resolve("target"));
                Files.createSymbolicLink(file, outside.resolve("target"));
            }
            case DANGLING -> {
                Specimens.delete(file);
                Files.createSymbolicLink(file, outside.resolve("nothing"));
            }
            case FOLDER -> {
                if (Files.isDirectory(file)) {
                    return false;
                }
                Specimens.delete(file);
                Files.createDirectory(file);
            }
            case PIPE -> {
                Specimens.delete(file);
                return new ProcessBuilder("mkfifo", file.toString()).start().waitFor() == 0;
            }
            case OF_ANOTHER_RUN -> {
                return replace(file, bytes, other.resolve(file.getFileName()));
            }
            case OF_ANOTHER_CHAIN -> {
                String name = file.getFileName().toString();
                return name.startsWith("chain-")
                        && replace(
                                file,
                                bytes,
                                file.resolveSibling(name.replace("-1.", "-0.")
                                        .replace("-2.", "-1.")
                                        .replace("-0.", "-2.")));
            }
        }
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS) || this == DELETED;
    }

    private static boolean replace(Path file, byte[] bytes, Path by) throws IOException {
        if (!Files.isRegularFile(by) || Arrays.equals(bytes, Files.readAllBytes(by))) {
            return false;
        }
        Files.write(file, Files.readAllBytes(by));
        return true;
    }
}
