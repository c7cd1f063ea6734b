package dev.tandem.paper.topics;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Documents as counts of terms, in the format of lda-c: a line {@code M term:count term:count ..} for each document,
 * with M the number of pairs and terms numbered from 0.
 */
public final class Corpus {
    /** Beyond this a term's number is taken for a slip: the model needs memory for every number below it. */
    private static final int MOST_TERMS = 20_000_000;

    /**
     * One document.
     *
     * @param terms the numbers of its terms
     * @param counts how often each occurs
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Document(int[] terms, int[] counts) {
        /** The number of words. */
        public int length() {
            return Arrays.stream(counts).sum();
        }

        /** The words one by one, in the order of the terms. */
        public int[] words() {
            int[] words = new int[length()];
            int end = 0;
            for (int i = 0; i < terms.length; i++) {
                Arrays.fill(words, end, end + counts[i], terms[i]);
                end += counts[i];
            }
            return words;
        }

        /** Words counted. */
        public static Document of(int[] words) {
            int[] terms = Arrays.stream(words).distinct().sorted().toArray();
            int[] counts = new int[terms.length];
            for (int word : words) {
                counts[Arrays.binarySearch(terms, word)]++;
            }
            return new Document(terms, counts);
        }
    }

    private final List<Document> documents;
    private final int terms;

    public Corpus(List<Document> documents) {
        this.documents = List.copyOf(documents);
        terms = 1
                + documents.stream()
                        .flatMapToInt(document -> Arrays.stream(document.terms()))
                        .max()
                        .orElse(-1);
    }

    public List<Document> documents() {
        return documents;
    }

    /** The size of the vocabulary: one more than the greatest number of a term. */
    public int terms() {
        return terms;
    }

    /** The number of words in all documents. */
    public long words() {
        return documents.stream().mapToLong(Document::length).sum();
    }

    public static Corpus read(Path file) {
        List<String> lines = TextFiles.lines(file);
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            documents.add(parse(file, i + 1, lines.get(i)));
        }
        if (documents.isEmpty()) {
            throw new BadInput(file, "there are no documents in it");
        }
        return new Corpus(documents);
    }

    private static Document parse(Path file, int line, String text) {
        String stripped = text.strip();
        if (stripped.isEmpty()) {
            throw new BadInput(file, line, "the line is empty; a document without words is written as 0");
        }
        String[] fields = stripped.split("\\s+", -1);
        int pairs = number(file, line, "the number of terms", fields[0], 0);
        if (pairs != fields.length - 1) {
            throw new BadInput(
                    file, line, "it promises " + pairs + " terms and has " + (fields.length - 1) + " pairs term:count");
        }
        int[] terms = new int[pairs];
        int[] counts = new int[pairs];
        for (int i = 0; i < pairs; i++) {
            String pair = fields[i + 1];
            int colon = pair.indexOf(':');
            if (colon < 0) {
                throw new BadInput(file, line, quoted(pair) + " is not a pair term:count");
            }
            terms[i] = number(file, line, "the term in " + quoted(pair), pair.substring(0, colon), 0);
            counts[i] = number(file, line, "the count in " + quoted(pair), pair.substring(colon + 1), 1);
            if (terms[i] >= MOST_TERMS) {
                throw new BadInput(
                        file, line, "term " + terms[i] + " is out of bounds: terms are numbered from 0 without gaps");
            }
        }
        return new Document(terms, counts);
    }

    private static int number(Path file, int line, String what, String text, int least) {
        int value;
        try {
            value = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new BadInput(file, line, what + " is " + quoted(text) + ", not a whole number");
        }
        if (value < least) {
            throw new BadInput(file, line, what + " is " + value + "; it must be at least " + least);
        }
        return value;
    }

    private static String quoted(String text) {
        return '"' + (text.length() > 30 ? text.substring(0, 30) + ".." : text) + '"';
    }

    public void write(Path file) {
        StringBuilder text = new StringBuilder();
        for (Document document : documents) {
            text.append(document.terms().length);
            for (int i = 0; i < document.terms().length; i++) {
                text.append(' ').append(document.terms()[i]).append(':').append(document.counts()[i]);
            }
            text.append('\n');
        }
        TextFiles.write(file, text);
    }
}
