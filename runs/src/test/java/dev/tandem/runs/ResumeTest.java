package dev.tandem.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.sampling.RecordingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is broken off, wherever it is, and taken up again ends with the bytes of one that was not. */
class ResumeTest {
    @TempDir
    Path folder;

    private Map<String, String> undisturbed;

    @BeforeEach
    void runUndisturbed() throws IOException {
        Path whole = folder.resolve("whole");
        SmallRun.sample(whole, SmallRun.SETTINGS, Disk.real());
        undisturbed = SmallRun.digests(whole);
        assertThat(undisturbed).hasSize(4);
    }

    /** Everything that is done to the disk, one after the other, is the last thing that is done before the power fails. */
    @Test
    void survivesALossOfPowerAtEveryOperation() throws IOException {
        long operation = 0;
        while (true) {
            operation++;
            FaultyDisk disk = FaultyDisk.dyingAt(operation, operation);
            Path broken = folder.resolve("broken-" + operation);
            try {
                SmallRun.sample(broken, SmallRun.SETTINGS, disk);
            } catch (RecordingException | RunFolderException e) {
                assertThat(e).hasMessageContaining("the power ");
            }
            if (!disk.dead()) {
                break;
            }
            disk.losePower();
            if (Files.exists(broken.resolve("run.json"))) {
                SmallRun.resume(broken);
            } else {
                SmallRun.sample(broken, SmallRun.SETTINGS, Disk.real());
            }
            assertThat(SmallRun.digests(broken)).as("operation %d", operation).isEqualTo(undisturbed);
        }
        assertThat(operation).isGreaterThan(100);
    }
}
