package dev.tandem.paper;

import dev.tandem.paper.topics.TextFiles;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Results on disk, so that a run that was stopped goes on where it was: a file for each chain that is done, and one for
 * each cell that is done, which then has no need of the chains any more. Each file begins with the identity of its cell
 * and is not believed if that has changed.
 */
final class CellStore {
    private final Path folder;
    private final long seed;

    CellStore(Path folder, long seed) {
        this.folder = folder;
        this.seed = seed;
    }

    Optional<CellSummary> summary(Cell cell) {
        Path file = summaryFile(cell);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        List<String> lines = TextFiles.lines(file);
        String identity = cell.identity(seed) + " | " + cell.chains() + " chains";
        return lines.isEmpty() || !lines.get(0).equals(identity)
                ? Optional.empty()
                : Optional.of(CellSummary.parse(lines.subList(1, lines.size())));
    }

    void keep(Cell cell, CellSummary summary) {
        String identity = cell.identity(seed) + " | " + cell.chains() + " chains";
        TextFiles.write(summaryFile(cell), identity + "\n" + summary.render());
        for (int chain = 0; chain < cell.chains(); chain++) {
            try {
                Files.deleteIfExists(chainFile(cell, chain));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Whether a chain of this cell is done. */
    boolean has(Cell cell, int chain) {
        Path file = chainFile(cell, chain);
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            return in.readUTF().equals(cell.identity(seed));
        } catch (IOException e) {
            return false;
        }
    }

    /** All chains of a cell. */
    Chains chains(Cell cell) {
        List<Path> files = new ArrayList<>();
        for (int chain = 0; chain < cell.chains(); chain++) {
            files.add(chainFile(cell, chain));
        }
        return new Chains(files);
    }

    /** First the identity, then the numbers of the chain as a whole, then each series with its name and length. */
    void keep(Cell cell, int chain, ChainResult result) {
        Path file = chainFile(cell, chain);
        Path partial = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.createDirectories(file.getParent());
            try (DataOutputStream out =
                    new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(partial)))) {
                out.writeUTF(cell.identity(seed));
                for (double number : result.numbers()) {
                    out.writeDouble(number);
                }
                out.writeInt(result.taken().size());
                for (Map.Entry<String, double[]> entry : result.taken().entrySet()) {
                    out.writeUTF(entry.getKey());
                    out.writeInt(entry.getValue().length);
                    for (double value : entry.getValue()) {
                        out.writeDouble(value);
                    }
                }
            }
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
    }

    private Path summaryFile(Cell cell) {
        return folder.resolve(fileName(cell) + ".txt");
    }

    private Path chainFile(Cell cell, int chain) {
        return folder.resolve("chains").resolve(fileName(cell) + "-" + chain + ".bin");
    }

    private static String fileName(Cell cell) {
        return cell.name().replaceAll("[^A-Za-z0-9.=+-]+", "_");
    }
}
