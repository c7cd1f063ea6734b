package dev.tandem.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

/** The pictures in the documentation are those that the program draws, but for draws that change with the sampler. */
class SamplerPicturesTest {
    private static final Path PICTURES = Path.of("..", "docs", "pictures");

    @Test
    void thePicturesAreUpToDate() throws Exception {
        for (Map.Entry<String, String> picture : SamplerPictures.all().entrySet()) {
            byte[] bytes = picture.getValue().getBytes(StandardCharsets.UTF_8);
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(bytes));
            Path file = PICTURES.resolve(picture.getKey());
            assertThat(file).exists();
            if (!picture.getKey().equals("mixing.svg")) {
                assertThat(file)
                        .as("the main method of SamplerPictures draws docs/pictures anew")
                        .hasContent(picture.getValue());
            }
        }
    }
}
