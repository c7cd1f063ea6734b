package dev.tandem.language.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tandem.language.Corpus;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every malformed data file is answered with the right place and the right words. */
class MalformedDataTest {
    static List<Corpus.Entry> files() {
        return Corpus.malformedData();
    }

    @Test
    void thereAreEnough() {
        assertThat(files()).hasSizeGreaterThanOrEqualTo(50);
    }

    /** The file's name stands behind an at sign, with the dialect if it is not that of JAGS. */
    @ParameterizedTest
    @MethodSource("files")
    void isAnswered(Corpus.Entry entry) {
        String file = entry.name().contains(" @ ") ? entry.name().replaceAll(".* @ ", "") : "data.R";
        Dialect dialect = file.startsWith("openbugs:") ? Dialect.OPENBUGS : Dialect.JAGS;
        String name = file.replace("openbugs:", "");
        SourceException thrown = catchThrowableOfType(
                SourceException.class, () -> DataFile.parse(SourceText.of(name, entry.text()), dialect));
        SourceProblem first = thrown.problems().get(0);
        assertThat(first.line() + ":" + first.column() + " " + first.message()).isEqualTo(entry.expected());
        assertThat(first.headline()).startsWith(name + ":");
    }
}
