package dev.tandem.language.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tandem.language.Model;
import dev.tandem.language.data.DataFile;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files of every encoding are read, and those that are not text are named. */
class SourceTextTest {
    @TempDir
    Path folder;

    @Test
    void linesAndColumns() {
        SourceText text = SourceText.of("t", "ab\r\ncd\re\n\nf");
        assertThat(text.line(0)).isEqualTo(1);
        assertThat(text.line(4)).isEqualTo(2);
        assertThat(text.column(5)).isEqualTo(2);
        assertThat(text.line(7)).isEqualTo(3);
        assertThat(text.lineText(2)).isEqualTo("cd");
        assertThat(text.lineText(4)).isEmpty();
        assertThat(text.line(10)).isEqualTo(5);
        assertThat(text.lineText(5)).isEqualTo("f");
    }

    /** What has no end is not read to its end. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void devicesAreToldFromFiles() {
        for (String device : List.of("/dev/zero", "/dev/full")) {
            assertThat(catchThrowableOfType(SourceException.class, () -> SourceText.read(Path.of(device))))
                    .hasMessageContaining("this is a binary file, not text");
        }
        assertThat(SourceText.read(Path.of("/dev/null")).text()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void pipesAreReadUpToALimit() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Process model = new ProcessBuilder("sh", "-c", "echo 'model { x <- 1 }' > " + pipe).start();
        assertThat(SourceText.read(pipe).text()).isEqualTo("model { x <- 1 }\n");
        model.waitFor();
        Process endless = new ProcessBuilder("sh", "-c", "yes > " + pipe).start();
        assertThat(catchThrowableOfType(SourceException.class, () -> SourceText.read(pipe)))
                .hasMessageContaining("this is not a file, and more than 64 MiB come out of it");
        endless.waitFor();
    }

    @Test
    void encodings() throws IOException {
        String model = "model { x <- 1 } # caf\u00e9";
        for (Charset charset :
                new Charset[] {StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16}) {
            Path file = Files.write(folder.resolve("m.bug"), model.getBytes(charset));
            assertThat(SourceText.read(file).text()).isEqualTo(model);
            assertThat(Model.read(file).statements()).hasSize(1);
        }
        Path marked = Files.write(folder.resolve("m.bug"), ("\uFEFF" + model).getBytes(StandardCharsets.UTF_8));
        assertThat(SourceText.read(marked).text()).isEqualTo(model);
    }

    @Test
    void whatIsNotText() throws IOException {
        assertThat(read(new byte[] {0x1f, (byte) 0x8b, 8, 0}))
                .contains("compressed")
                .contains("dump()");
        assertThat(read(new byte[] {'P', 'K', 3, 4, 0})).contains("zip, Word or Excel");
        assertThat(read("%PDF-1.4".getBytes(StandardCharsets.US_ASCII))).contains("PDF");
        assertThat(read(new byte[] {1, 2, 0, 3})).contains("binary");
    }

    @Test
    void whatIsNotThere() {
        SourceException missing =
                catchThrowableOfType(SourceException.class, () -> Model.read(folder.resolve("none.bug")));
        assertThat(missing).hasMessageContaining("none.bug: there is no such file");
        SourceException directory = catchThrowableOfType(SourceException.class, () -> Model.read(folder));
        assertThat(directory).hasMessageContaining("this is a folder");
    }

    private String read(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("b.bin"), bytes);
        return catchThrowableOfType(SourceException.class, () -> DataFile.read(file))
                .getMessage();
    }
}
