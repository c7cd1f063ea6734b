package dev.tandem.paper.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Corpora in the format of lda-c: read, written, and refused with file, line and reason. */
final class CorpusTest {
    @TempDir
    Path folder;

    @Test
    void writtenAndReadBack() throws IOException {
        Path file = Files.writeString(folder.resolve("c.ldac"), "2 0:3 5:1\n0\n1 2:2\n");
        Corpus corpus = Corpus.read(file);
        assertThat(corpus.documents()).hasSize(3);
        assertThat(corpus.terms()).isEqualTo(6);
        assertThat(corpus.words()).isEqualTo(6);
        assertThat(corpus.documents().get(0).words()).containsExactly(0, 0, 0, 5);
        Path copy = folder.resolve("sub/copy.ldac");
        corpus.write(copy);
        assertThat(copy).hasSameTextualContentAs(file);
    }

    @Test
    void compressedFilesAreUnpacked() throws IOException {
        Path file = folder.resolve("c.ldac.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("1 4:2\n".getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(Corpus.read(file).documents().get(0).words()).containsExactly(4, 4);
    }

    @Test
    void wordsAreCounted() {
        Corpus.Document document = Corpus.Document.of(new int[] {7, 1, 7, 3});
        assertThat(document.terms()).containsExactly(1, 3, 7);
        assertThat(document.counts()).containsExactly(1, 1, 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 0:1;1 2:-3 | :2: the count in \"2:-3\" is -3; it must be at least 1",
                "1 0:1;1 2:0 | :2: the count in \"2:0\" is 0; it must be at least 1",
                "1 -4:1 | :1: the term in \"-4:1\" is -4; it must be at least 0",
                "x 0:1 | :1: the number of terms is \"x\", not a whole number",
                "1 0:1;; | :2: the line is empty; a document without words is written as 0",
                "3 0:1 1:1 | :1: it promises 3 terms and has 2 pairs term:count",
                "1 01 | :1: \"01\" is not a pair term:count",
                "1 0:1.5 | :1: the count in \"0:1.5\" is \"1.5\", not a whole number",
                "1 99999999999:1 | :1: the term in \"99999999999:1\" is \"99999999999\", not a whole number",
                "1 2000000000:1 | :1: term 2000000000 is out of bounds: terms are numbered from 0 without gaps"
            })
    void badLinesAreRefused(String text, String complaint) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.ldac"), text.replace(';', '\n') + "\n");
        assertThatThrownBy(() -> Corpus.read(file)).isInstanceOf(BadInput.class).hasMessage(file + complaint);
    }

    @Test
    void filesThatAreNotThereAreNamed() throws IOException {
        Path missing = folder.resolve("none.ldac");
        assertThatThrownBy(() -> Corpus.read(missing)).hasMessage(missing + ": there is no such file");
        assertThatThrownBy(() -> Corpus.read(folder)).hasMessage(folder + ": this is a folder, not a file");
        Path empty = Files.createFile(folder.resolve("empty.ldac"));
        assertThatThrownBy(() -> Corpus.read(empty)).hasMessage(empty + ": there are no documents in it");
        Path notPacked = Files.writeString(folder.resolve("plain.gz"), "1 0:1\n");
        assertThatThrownBy(() -> Corpus.read(notPacked)).hasMessageStartingWith(notPacked + ": it cannot be read: ");
    }
}
