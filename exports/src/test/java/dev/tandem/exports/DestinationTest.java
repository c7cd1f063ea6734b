package dev.tandem.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and folders appear whole or not at all, and nothing of others is lost. */
class DestinationTest {
    @TempDir
    Path folder;

    private List<String> present() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static void write(Format format, Path path, boolean overwrite, String name) throws IOException {
        try (Destination destination = format.destination(path, overwrite)) {
            Path file =
                    Files.isDirectory(destination.path()) ? destination.path().resolve(name) : destination.path();
            Files.writeString(file, name);
            destination.commit();
        }
    }

    @Test
    void appearsWhenDone() throws IOException {
        Path file = folder.resolve("draws.csv");
        try (Destination destination = Format.CSV.destination(file, false)) {
            Files.writeString(destination.path(), "draws");
            assertThat(file).doesNotExist();
            destination.commit();
        }
        assertThat(file).hasContent("draws");
        assertThat(present()).containsExactly("draws.csv");
        assertThat(Files.getPosixFilePermissions(file))
                .isEqualTo(Files.getPosixFilePermissions(Files.createFile(folder.resolve("other"))));
    }

    @Test
    void leavesNothingAfterAFailure() throws IOException {
        for (Format format : Format.values()) {
            try (Destination destination = format.destination(folder.resolve("draws"), false)) {
                if (Files.isDirectory(destination.path())) {
                    Files.writeString(
                            Files.createDirectories(destination.path().resolve("a/b"))
                                    .resolve("c"),
                            "half");
                }
                // No commit.
            }
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void refusesWhatIsThereUnlessToldToOverwrite() throws IOException {
        Path file = Files.writeString(folder.resolve("draws.csv"), "precious");
        assertThatThrownBy(() -> Format.CSV.destination(file, false))
                .isInstanceOfSatisfying(
                        Destination.RefusedException.class,
                        refused -> assertThat(refused.occupied()).isTrue())
                .hasMessage(file + " exists already");
        assertThat(file).hasContent("precious");
        write(Format.CSV, file, true, "new");
        assertThat(file).hasContent("new");
    }

    @Test
    void replacesAFolderOfItsOwnKindOnly() throws IOException {
        Path stan = folder.resolve("stan");
        write(Format.STAN_CSV, stan, false, "output_1.csv");
        assertThatThrownBy(() -> Format.STAN_CSV.destination(stan, false)).hasMessageContaining("exists already");
        write(Format.STAN_CSV, stan, true, "output_2.csv");
        assertThat(present()).containsExactly("stan/output_2.csv");
        assertThatThrownBy(() -> Format.CODA.destination(stan, true))
                .hasMessage(stan + " holds other files, such as output_2.csv, and is left as it is; give a new folder");
        Files.writeString(stan.resolve("thesis.tex"), "precious");
        assertThatThrownBy(() -> Format.STAN_CSV.destination(stan, true)).hasMessageContaining("such as thesis.tex");
        assertThat(present()).containsExactly("stan/output_2.csv", "stan/thesis.tex");
    }

    @Test
    void fillsAnEmptyFolder() throws IOException {
        Path coda = Files.createDirectory(folder.resolve("coda"));
        write(Format.CODA, coda, false, "CODAindex.txt");
        assertThat(present()).containsExactly("coda/CODAindex.txt");
    }

    @Test
    void saysWhatIsWrongWithThePlace() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> Format.CODA.destination(file, true))
                .hasMessage(file + " is a file; give the name of a new folder");
        assertThatThrownBy(() -> Format.CSV.destination(folder, true))
                .hasMessage(folder + " is a folder; give the name of a file");
        Path nowhere = folder.resolve("no/where.csv");
        assertThatThrownBy(() -> Format.CSV.destination(nowhere, false))
                .hasMessage("cannot write " + nowhere + ": there is no folder " + nowhere.getParent());
        assertThatThrownBy(() -> Format.CSV.destination(file.resolve("below"), false))
                .hasMessageStartingWith("cannot write ");
        assertThatThrownBy(() -> Format.CODA.destination(Path.of("/"), true))
                .hasMessage("/ cannot be written: give the name of a new folder");
    }

    @Test
    void saysWhyInAWord() {
        assertThat(Destination.reason(new AccessDeniedException("/draws"))).isEqualTo("permission denied");
        assertThat(Destination.reason(new IOException("No space left on device")))
                .isEqualTo("the disk is full");
        assertThat(Destination.reason(new FileSystemException("/draws", null, "Read-only file system")))
                .contains("Read-only file system");
    }
}
