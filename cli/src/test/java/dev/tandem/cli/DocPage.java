package dev.tandem.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of the documentation: its blocks in order, and the page with other text in some of them. */
final class DocPage {
    private static final Pattern FENCE = Pattern.compile("```(?<language>\\w*) *(?<rest>.*)");

    /** The lines between two fences; the first line of a page, and so of a block's fence, has number 1. */
    record Block(Path page, int line, String language, String rest, List<String> lines) {
        String text() {
            return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
        }

        String place(Path root) {
            return (page.startsWith(root) ? root.relativize(page) : page.getFileName()) + ":" + line;
        }
    }

    private final Path file;
    private final List<String> lines;
    private final List<Block> blocks = new ArrayList<>();
    private final Map<Integer, List<String>> renewed = new TreeMap<>();

    private DocPage(Path file) throws IOException {
        this.file = file;
        lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                int start = i;
                do {
                    i++;
                } while (!lines.get(i).equals("```"));
                blocks.add(new Block(
                        file,
                        start + 1,
                        fence.group("language"),
                        fence.group("rest"),
                        List.copyOf(lines.subList(start + 1, i))));
            }
        }
    }

    static DocPage read(Path file) throws IOException {
        return new DocPage(file);
    }

    Path file() {
        return file;
    }

    List<Block> blocks() {
        return blocks;
    }

    /** Replaces what stands in a block. */
    void renew(Block block, List<String> text) {
        renewed.put(block.line(), text);
    }

    /** The page, with what was renewed, and with the figures of its text as they are in the blocks above them. */
    List<String> text() {
        List<String> text = new ArrayList<>();
        List<List<String>> above = new ArrayList<>();
        int next = 0;
        for (Block block : blocks) {
            for (String line : lines.subList(next, block.line() - 1)) {
                text.add(withFigures(line, text.size() + 1, above));
            }
            List<String> inside = renewed.getOrDefault(block.line(), block.lines());
            above.add(inside);
            text.add(lines.get(block.line() - 1));
            text.addAll(inside);
            text.add("```");
            next = block.line() + block.lines().size() + 1;
        }
        for (String line : lines.subList(next, lines.size())) {
            text.add(withFigures(line, text.size() + 1, above));
        }
        return text;
    }

    private String withFigures(String line, int number, List<List<String>> above) {
        try {
            return Shown.withFigures(line, above);
        } catch (AssertionError e) {
            throw new AssertionError(file.getFileName() + ":" + number + ": " + e.getMessage(), e);
        }
    }

    /** The lines that are neither blocks nor fences, with their numbers. */
    Map<Integer, String> prose() {
        Map<Integer, String> prose = new TreeMap<>();
        for (int i = 0; i < lines.size(); i++) {
            prose.put(i + 1, lines.get(i));
        }
        for (Block block : blocks) {
            for (int line = block.line(); line <= block.line() + block.lines().size() + 1; line++) {
                prose.remove(line);
            }
        }
        return prose;
    }
}
