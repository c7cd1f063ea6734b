package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every link between pages leads to a file that exists and, after a {@code #}, to a heading of it, as a code host reads them;
 * and every page of docs is in the menu of the site. Addresses elsewhere are not looked at.
 */
class LinksTest {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern CODE = Pattern.compile("``?[^`\n]*``?");
    private static final Pattern LINK =
            Pattern.compile("\\[[^\\]]*+\\]\\((?<file>[^)#\\s]*)(?:#(?<anchor>[^)\\s]*))?\\)");

    @TempDir
    Path folder;

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String page : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "python/README.md", "r/README.md")) {
            pages.add(ROOT.resolve(page));
        }
        for (String folder : List.of("docs", "examples")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder), 2)) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        return pages;
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        Map<Path, Set<String>> anchors = new HashMap<>();
        for (Path page : pages()) {
            broken.addAll(broken(page, anchors));
        }
        assertThat(broken).isEmpty();
    }

    private static List<String> broken(Path page, Map<Path, Set<String>> anchors) throws IOException {
        List<String> broken = new ArrayList<>();
        // A link may have code for its text, so code is blotted out and not taken out.
        String text = FENCED.matcher(Files.readString(page)).replaceAll("");
        Matcher link = LINK.matcher(CODE.matcher(text).replaceAll("code"));
        while (link.find()) {
            String file = link.group("file");
            if (file.contains(":")) {
                continue;
            }
            Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
            boolean found = Files.exists(target);
            if (found && link.group("anchor") != null) {
                if (!anchors.containsKey(target)) {
                    anchors.put(target, anchors(Files.readString(target)));
                }
                found = anchors.get(target).contains(link.group("anchor"));
            }
            if (!found) {
                broken.add(page.getFileName() + ": " + link.group());
            }
        }
        return broken;
    }

    /** The anchors of the headings of a page: small letters, hyphens for blanks, and no other signs. */
    private static Set<String> anchors(String text) {
        Set<String> anchors = new TreeSet<>();
        FENCED.matcher(text)
                .replaceAll("")
                .lines()
                .filter(line -> line.matches("#+ .*"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
                .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").strip().replace(' ', '-'))
                .forEach(anchors::add);
        return anchors;
    }

    @Test
    void everyPageIsInTheMenuOfTheSite() throws IOException {
        String menu = Files.readString(ROOT.resolve("docs/site/mkdocs.yml"));
        for (Path page : pages()) {
            String name = ROOT.relativize(page).toString().replace('\\', '/');
            if (!name.matches("docs/decisions/\\d.*|examples/[^/]+/README.md")) {
                assertThat(menu).as("docs/site/mkdocs.yml").contains(name);
            }
        }
    }

    @Test
    void aBrokenLinkIsSeen() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"), """
                # A page, with `code`

                [here](#a-page-with-code) [there](other.md) [nowhere](page.md#elsewhere) `[code](no.md)`

                ```
                [fenced](no.md)
                ```
                """);
        assertThat(broken(page, new HashMap<>()))
                .containsExactly("page.md: [there](other.md)", "page.md: [nowhere](page.md#elsewhere)");
    }
}
