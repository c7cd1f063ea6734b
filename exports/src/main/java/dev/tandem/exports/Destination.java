package dev.tandem.exports;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A file or folder that appears whole or not at all: it is written beside its place under another name, and moved there
 * at the end. What was written is removed if it is never moved, also when the program is stopped.
 */
public final class Destination implements Closeable {
    /** Says why nothing can be written there. */
    public static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final boolean occupied;

        RefusedException(String message) {
            this(message, false);
        }

        RefusedException(String message, boolean occupied) {
            super(message);
            this.occupied = occupied;
        }

        /** Whether all that is wrong is that something is there, which may be replaced if that is asked for. */
        public boolean occupied() {
            return occupied;
        }
    }

    private final Path target;
    private final Path partial;
    private final Thread cleaner = new Thread(this::discardQuietly, "cleaner");

    private Destination(Path target) {
        this.target = target;
        Path name = Path.of(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        partial = target.resolveSibling(name);
    }

    /**
     * A file to be written.
     *
     * @param overwrite whether a file that is there may be replaced
     * @throws RefusedException if there is something else, or no way to write there
     */
    public static Destination file(Path path, boolean overwrite) {
        Path target = path.toAbsolutePath().normalize();
        if (Files.isDirectory(target)) {
            throw new RefusedException(path + " is a folder; give the name of a file");
        }
        // A device or a pipe would be replaced, not written to.
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            throw new RefusedException(path + " is not an ordinary file, and is left as it is; give another name");
        }
        refuseExisting(path, overwrite);
        return begun(path, target, false);
    }

    /**
     * A folder to be written.
     *
     * @param overwrite whether a folder that is there may be replaced
     * @param own tells by their names the files that such a folder holds; one that holds others is never replaced
     * @throws RefusedException if there is something else, or no way to write there
     */
    public static Destination folder(Path path, boolean overwrite, Predicate<String> own) {
        Path target = path.toAbsolutePath().normalize();
        if (target.getFileName() == null) {
            throw new RefusedException(path + " cannot be written: give the name of a new folder");
        }
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            if (!Files.isDirectory(target)) {
                throw new RefusedException(path + " is a file; give the name of a new folder");
            }
            List<String> names = names(path, target);
            if (!names.isEmpty()) {
                refuseExisting(path, overwrite);
            }
            names.stream().filter(own.negate()).findFirst().ifPresent(name -> {
                throw new RefusedException(
                        path + " holds other files, such as " + name + ", and is left as it is; give a new folder");
            });
        }
        return begun(path, target, true);
    }

    private static List<String> names(Path path, Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new RefusedException("cannot look into " + path + ": " + reason(e));
        }
    }

    private static void refuseExisting(Path path, boolean overwrite) {
        if (!overwrite && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException(path + " exists already", true);
        }
    }

    private static Destination begun(Path path, Path target, boolean folder) {
        Destination destination = new Destination(target);
        try {
            // What another run left behind under the same number of the process.
            delete(destination.partial);
            if (folder) {
                Files.createDirectory(destination.partial);
            } else {
                Files.createFile(destination.partial);
            }
        } catch (NoSuchFileException e) {
            throw new RefusedException("cannot write " + path + ": there is no folder " + target.getParent());
        } catch (IOException e) {
            throw new RefusedException("cannot write " + path + ": " + reason(e));
        }
        Runtime.getRuntime().addShutdownHook(destination.cleaner);
        return destination;
    }

    /** What went wrong, in a word. */
    public static String reason(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (message.contains("No space left on device")) {
            return "the disk is full";
        }
        return message;
    }

    /** Where to write: an empty file, or an empty folder. */
    public Path path() {
        return partial;
    }

    /** Puts what was written in its place. */
    public void commit() throws IOException {
        if (Files.isDirectory(target)) {
            Path old = partial.resolveSibling(partial.getFileName() + ".old");
            Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
            try {
                Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                Files.move(old, target, StandardCopyOption.ATOMIC_MOVE);
                throw e;
            }
            delete(old);
        } else {
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Removes what was written, unless it is in its place. */
    @Override
    public void close() throws IOException {
        delete(partial);
        try {
            Runtime.getRuntime().removeShutdownHook(cleaner);
        } catch (IllegalStateException e) {
            // The program is already on its way out, and there is nothing left for the hook to remove.
            return;
        }
    }

    private void discardQuietly() {
        try {
            delete(partial);
        } catch (IOException e) {
            // The program ends; nobody could act on it.
            return;
        }
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> walk = Files.walk(path)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
