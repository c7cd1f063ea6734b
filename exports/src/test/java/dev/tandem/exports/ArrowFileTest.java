package dev.tandem.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.RecordBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Arrow file byte by byte. What is here was read by pyarrow 26: {@link ReadBackWithPythonTest} does so again. */
class ArrowFileTest {
    private static final Provenance PROVENANCE = new Provenance("0.1", "m", "node", 7, 500, 2, List.of());

    @TempDir
    Path folder;

    private static DrawSource draws() {
        return SampleDraws.of(List.of(
                SampleDraws.variable("mu", Variable.Kind.CONTINUOUS),
                SampleDraws.variable("z", Variable.Kind.DISCRETE, 2)));
    }

    @Test
    void isTheSameAsEver() throws IOException {
        Path file = folder.resolve("draws.arrow");
        DrawSource two = Draws.builder(draws().variables(), 1, 2)
                .append(0, new double[] {0.5, 3, -1})
                .append(0, new double[] {Double.NaN, 4, 9})
                .build();
        ArrowFile.write(two, PROVENANCE, file);
        String expected;
        try (var resource = ArrowFileTest.class.getResourceAsStream("/draws.arrow.hex")) {
            expected = new String(resource.readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII);
        }
        assertThat(HexFormat.of().formatHex(Files.readAllBytes(file))).isEqualTo(expected.replaceAll("\\s", ""));
    }

    @Test
    void everyPartStandsWhereTheFooterSays() throws IOException {
        Path file = folder.resolve("draws.arrow");
        DrawSource draws = draws();
        ArrowFile.write(draws, PROVENANCE, file, 11 * 16);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int end = bytes.capacity() - 10;
        int length = bytes.getInt(end);
        Footer footer = Footer.getRootAsFooter(bytes.slice(end - length, length).order(ByteOrder.LITTLE_ENDIAN));
        assertThat(footer.schema().fieldsLength()).isEqualTo(11);
        assertThat(footer.recordBatchesLength()).isEqualTo(3 * SampleDraws.CHAINS);
        int rows = 0;
        for (int i = 0; i < footer.recordBatchesLength(); i++) {
            int offset = (int) footer.recordBatches(i).offset();
            assertThat(offset % 8).isZero();
            assertThat(bytes.getInt(offset)).isEqualTo(-1);
            int metadata = bytes.getInt(offset + 4);
            assertThat(footer.recordBatches(i).metaDataLength()).isEqualTo(metadata + 8);
            Message message =
                    Message.getRootAsMessage(bytes.slice(offset + 8, metadata).order(ByteOrder.LITTLE_ENDIAN));
            assertThat(message.bodyLength()).isEqualTo(footer.recordBatches(i).bodyLength());
            RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
            rows += (int) batch.length();
            // The last column but one says which iterations diverged, a bit for each.
            assertThat(batch.buffers(2 * 9 + 1).length()).isEqualTo(8);
        }
        assertThat(rows).isEqualTo(SampleDraws.CHAINS * SampleDraws.DRAWS);
    }

    @Test
    void refusesWhatIsNoWholeNumberInADiscreteColumn() {
        DrawSource wrong = Draws.builder(draws().variables(), 1, 1)
                .append(0, new double[] {0.5, 3, 0.5})
                .build();
        assertThatThrownBy(() -> ArrowFile.write(wrong, PROVENANCE, folder.resolve("draws.arrow")))
                .hasMessage("z[2] is discrete but a draw of it is 0.5, not a whole number");
    }
}
