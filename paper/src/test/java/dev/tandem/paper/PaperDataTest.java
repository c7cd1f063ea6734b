package dev.tandem.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.paper.topics.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data of the experiments: simulated ones are of the paper's shape, files are read or refused. */
final class PaperDataTest {
    @TempDir
    Path folder;

    @Test
    void simulatedDataHaveThePapersShape() {
        PaperData data = PaperData.simulated(4);
        assertThat(data.selection().observations()).isEqualTo(100);
        assertThat(data.trueModel()).hasSize(20);
        assertThat(Arrays.stream(data.trueModel()).sum()).isEqualTo(5);
        assertThat(data.documents()).hasSize(20);
        assertThat(data.documents().get(19).density().tokens()).isEqualTo(299);
        assertThat(data.corpus().documents()).hasSize(600);
        assertThat(data.origin()).contains("seed 4");
    }

    @Test
    void missingAndBrokenFilesAreNamed() throws IOException {
        Path file = folder.resolve("blr/simulated.json");
        assertThatThrownBy(() -> PaperData.read(folder))
                .isInstanceOf(BadInput.class)
                .hasMessage(file + ": there is no such file");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{\n\"beta\": [0, 1,\n}");
        assertThatThrownBy(() -> PaperData.read(folder)).hasMessageStartingWith(file + ":3: this is not JSON: ");
        Files.writeString(file, "{\"beta\": [0, \"a\"]}");
        assertThatThrownBy(() -> PaperData.read(folder)).hasMessage(file + ": beta[1] is \"a\", not a number");
        Files.writeString(file, "{\"beta\": [0]}");
        assertThatThrownBy(() -> PaperData.read(folder)).hasMessage(file + ": it has no list \"y\"");
        Files.writeString(file, "{\"beta\": [0], \"y\": [2], \"X\": [[1]]}");
        assertThatThrownBy(() -> PaperData.read(folder)).hasMessageStartingWith(file + ": y[1] is 2");
    }
}
