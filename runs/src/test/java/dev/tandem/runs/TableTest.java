package dev.tandem.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.runs.files.Disk;
import dev.tandem.runs.files.TableFormat;
import dev.tandem.runs.files.TableReader;
import dev.tandem.runs.files.TableWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables in files give every bit back, and only what is whole. */
class TableTest {
    private static final byte[] DESCRIPTION = "{\"chain\":1}".getBytes(StandardCharsets.UTF_8);
    private static final int COLUMNS = 9;
    private static final int ROWS = 47;
    private static final int ROWS_PER_BLOCK = 10;
    private static final double[] ODD = {
        0.0,
        -0.0,
        Double.NaN,
        Double.longBitsToDouble(0x7ff8_dead_beef_0001L),
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE + 1.0
    };

    @TempDir
    Path folder;

    private Path file;
    private double[][] rows;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("table");
        SplittableRandom random = new SplittableRandom(1);
        rows = new double[ROWS][COLUMNS];
        for (int row = 0; row < ROWS; row++) {
            double[] values = {
                random.nextDouble(),
                random.nextInt(2),
                random.nextInt(-128, 128),
                random.nextInt(-30_000, 30_000),
                random.nextInt(),
                7,
                ODD[row % ODD.length],
                row < 20 ? 1 : random.nextInt(300),
                -0.0
            };
            rows[row] = values;
        }
        Disk disk = Disk.real();
        disk.write(file, TableFormat.header(DESCRIPTION));
        append(rows);
    }

    private void append(double[][] added) throws IOException {
        try (TableWriter table = new TableWriter(Disk.real().append(file, Files.size(file)), COLUMNS, ROWS_PER_BLOCK)) {
            for (double[] row : added) {
                table.append(Arrays.copyOf(row, 2), Arrays.copyOfRange(row, 2, COLUMNS));
            }
            table.flush();
        }
    }

    private TableReader open() throws IOException {
        return TableReader.open(file, DESCRIPTION, COLUMNS, Files.size(file));
    }

    private static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    @Test
    void columnsAndRowsComeBackToTheBit() throws IOException {
        TableReader table = open();
        assertThat(table.rows()).isEqualTo(ROWS);
        assertThat(TableReader.description(file)).isEqualTo(DESCRIPTION);
        for (int first = 0; first < COLUMNS; first++) {
            for (int count = 1; first + count <= COLUMNS; count++) {
                double[][] columns = new double[count][ROWS];
                table.copyColumns(first, 1, columns);
                for (int i = 0; i < count; i++) {
                    for (int row = 0; row < ROWS; row++) {
                        assertThat(bits(columns[i][row])).isEqualTo(bits(rows[row][first + i]));
                    }
                }
            }
        }
        for (int row = 0; row < ROWS; row++) {
            double[] part = new double[COLUMNS - 2];
            table.copyRow(row, 2, part);
            for (int i = 0; i < part.length; i++) {
                assertThat(bits(part[i])).isEqualTo(bits(rows[row][2 + i]));
            }
            assertThat(bits(table.value(row, 6))).isEqualTo(bits(rows[row][6]));
        }
    }

    @Test
    void aFewRowsCanBeHad() throws IOException {
        double[][] column = new double[1][13];
        open().copyColumns(3, 1, column);
        for (int row = 0; row < 13; row++) {
            assertThat(column[0][row]).isEqualTo(rows[row][3]);
        }
    }

    @Test
    void everySoManyRowsCanBeHad() throws IOException {
        TableReader table = open();
        for (int every = 1; every <= ROWS; every++) {
            double[][] columns = new double[COLUMNS][(ROWS + every - 1) / every];
            table.copyColumns(0, every, columns);
            for (int column = 0; column < COLUMNS; column++) {
                for (int i = 0; i < columns[column].length; i++) {
                    assertThat(bits(columns[column][i])).isEqualTo(bits(rows[i * every][column]));
                }
            }
        }
    }

    /** What is the same in all rows of a block takes eight bytes, a binary unknown one byte a row. */
    @Test
    void wholeNumbersTakeLittleRoom() throws IOException {
        Path small = folder.resolve("small");
        Disk.real().write(small, TableFormat.header(DESCRIPTION));
        long header = Files.size(small);
        try (TableWriter table = new TableWriter(Disk.real().append(small, header), 3, 100)) {
            for (int row = 0; row < 100; row++) {
                table.append(new double[] {row % 2, 5}, new double[] {row * 0.1});
            }
        }
        assertThat(Files.size(small) - header).isEqualTo(12 + 3 + 4 + 100 + 8 + 800);
    }

    @Test
    void wideTablesHaveAnIndex() throws IOException {
        Path wide = folder.resolve("wide");
        int columns = 700;
        SplittableRandom random = new SplittableRandom(2);
        double[][] values = new double[23][columns];
        Disk.real().write(wide, TableFormat.header(DESCRIPTION));
        try (TableWriter table = new TableWriter(Disk.real().append(wide, Files.size(wide)), columns, 5)) {
            for (double[] row : values) {
                for (int column = 0; column < columns; column++) {
                    row[column] = switch (column % 5) {
                        case 0 -> 3;
                        case 1 -> random.nextInt(2);
                        case 2 -> random.nextInt(1000);
                        case 3 -> random.nextInt();
                        default -> random.nextDouble();
                    };
                }
                table.append(row, new double[0]);
            }
            table.flush();
        }
        TableReader table = TableReader.open(wide, DESCRIPTION, columns, Files.size(wide));
        int wrong = 0;
        for (int attempt = 0; attempt < 200; attempt++) {
            int first = random.nextInt(columns);
            double[][] part = new double[1 + random.nextInt(columns - first)][23];
            table.copyColumns(first, 1, part);
            for (int i = 0; i < part.length; i++) {
                for (int row = 0; row < 23; row++) {
                    wrong += part[i][row] == values[row][first + i] ? 0 : 1;
                }
            }
        }
        assertThat(wrong).isZero();
    }

    /** Whoever knows how long a table was misses every byte; who does not gets the whole blocks. */
    @Test
    void everyTailThatIsCutIsMissed() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        long header = TableFormat.headerLength(DESCRIPTION);
        int seen = ROWS;
        for (int length = bytes.length - 1; length >= header; length--) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> TableReader.open(file, DESCRIPTION, COLUMNS, bytes.length))
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining("only its first ");
            int left = openAsFarAsWhole().rows();
            assertThat(left % ROWS_PER_BLOCK).isZero();
            assertThat(left).isLessThanOrEqualTo(seen);
            seen = left;
        }
        assertThat(seen).isZero();
        Files.write(file, Arrays.copyOf(bytes, (int) header - 1));
        assertThatThrownBy(() -> open())
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("ends within its header");
    }

    private TableReader openAsFarAsWhole() throws IOException {
        return TableReader.openAsFarAsWhole(file, DESCRIPTION, COLUMNS, -1);
    }

    @Test
    void everyBitThatIsWrongIsNoticed() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int place = 0; place < bytes.length; place++) {
            byte[] wrong = bytes.clone();
            wrong[place] ^= (byte) (1 << place % 8);
            Files.write(file, wrong);
            assertThatThrownBy(() -> open()).as("byte %d", place).isInstanceOf(DamagedFileException.class);
            if (place >= TableFormat.FILE_HEADER + DESCRIPTION.length) {
                assertThat(openAsFarAsWhole().rows()).isLessThan(ROWS);
            }
        }
    }

    /** What comes after the length at which a table was whole is being written, and nobody's business. */
    @Test
    void whatFollowsTheEndIsLeftOut() throws IOException {
        long end = Files.size(file);
        append(Arrays.copyOf(rows, 3));
        assertThat(TableReader.open(file, DESCRIPTION, COLUMNS, end).rows()).isEqualTo(ROWS);
        Files.write(file, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
        assertThat(TableReader.open(file, DESCRIPTION, COLUMNS, end).rows()).isEqualTo(ROWS);
        assertThatThrownBy(() -> TableReader.open(file, DESCRIPTION, COLUMNS, end + 1))
                .isInstanceOf(DamagedFileException.class);
    }

    @Test
    void aTableThatChangesWhileItIsReadIsNoticed() throws IOException {
        TableReader table = open();
        byte[] bytes = Files.readAllBytes(file);
        // As if a run had cut it and were writing other blocks.
        Files.write(file, Arrays.copyOf(bytes, (int) TableFormat.headerLength(DESCRIPTION)));
        append(Arrays.copyOfRange(rows, 5, ROWS));
        append(rows);
        assertThatThrownBy(() -> table.copyColumns(0, 1, new double[1][ROWS]))
                .hasMessageContaining("it changed while it was read");
        assertThatThrownBy(() -> table.value(3, 0)).hasMessageContaining("it changed while it was read");
    }

    @Test
    void theTableOfAnotherChainOrRunIsRefused() {
        assertThatThrownBy(() -> expecting("{\"chain\":2}")).hasMessageContaining("it belongs to chain 1");
        assertThatThrownBy(() -> expecting("{\"chain\":1,\"run\":\"a\"}"))
                .hasMessageContaining("it belongs to another run");
    }

    private TableReader expecting(String description) throws IOException {
        return TableReader.open(file, description.getBytes(StandardCharsets.UTF_8), COLUMNS, Files.size(file));
    }

    /** The last block of a file that is being written may be there in length only. */
    @Test
    void aBlockThatIsHalfWrittenIsLeftOut() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, bytes.length - 30, bytes.length, (byte) 0);
        Files.write(file, bytes);
        assertThat(openAsFarAsWhole().rows()).isEqualTo(40);
    }

    @Test
    void goesOnWhereItEnded() throws IOException {
        append(Arrays.copyOf(rows, 3));
        assertThat(open().rows()).isEqualTo(ROWS + 3);
        assertThat(open().value(ROWS + 2, 0)).isEqualTo(rows[2][0]);
    }

    @Test
    void otherFilesAreNoTables() throws IOException {
        Files.write(file, ByteBuffer.allocate(100).array());
        assertThatThrownBy(() -> open()).hasMessageContaining("it is not a table of draws");
    }
}
