package dev.tandem.paper;

import dev.tandem.models.TopicDocument;
import dev.tandem.paper.Experiment.Setup;
import dev.tandem.paper.PaperData.Document;
import dev.tandem.paper.gibbs.ProgramDhmc;
import dev.tandem.paper.gibbs.TopicGibbs;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.util.List;
import java.util.Map;

/** The cells of {@link DocumentDecision}: the samplers of documents, on each of them and for long on a short one. */
final class DocumentCells {
    static final String EXACT = "Gibbs, exact";
    static final String STALE = "Gibbs, as the paper ran it";
    static final String REAL = "DHMC, places real";
    static final String WHOLE = "DHMC, places whole";
    static final String REFERENCE = "NUTS, topics summed out";
    static final String LONG = " long";

    private DocumentCells() {}

    static String cell(Document document, String sampler) {
        return "decide document " + document.number() + " " + sampler;
    }

    static void lines(Setup setup, List<Cell> cells) {
        for (Document document : setup.data().documents()) {
            double words = document.density().tokens();
            for (String sampler : List.of(REAL, WHOLE)) {
                cells.add(topics(
                        setup,
                        document,
                        cell(document, sampler),
                        setup.scale().of(4, 96),
                        setup.scale().of(100, 1000),
                        setup.scale().of(200, 4000),
                        45 * words * 60,
                        sampler));
            }
            cells.add(reference(setup, document, cell(document, REFERENCE), 8, 4000));
        }
    }

    /** The paper's chains and draws at either scale: the claim is about them. */
    static void gibbs(Setup setup, List<Cell> cells) {
        for (Document document : setup.data().documents()) {
            for (String sampler : List.of(EXACT, STALE)) {
                cells.add(topics(
                        setup,
                        document,
                        cell(document, sampler),
                        96,
                        1000,
                        4000,
                        3000 + document.density().tokens() * 30.0,
                        sampler));
            }
        }
    }

    static void orders(Setup setup, List<Cell> cells) {
        Document brief = TopicExperiment.brief(setup);
        for (String sampler : List.of(STALE, EXACT)) {
            cells.add(topics(
                    setup,
                    brief,
                    cell(brief, sampler) + LONG,
                    4,
                    1000,
                    400_000,
                    3000 + brief.density().tokens() * 30.0,
                    sampler));
        }
        cells.add(reference(setup, brief, cell(brief, REFERENCE) + LONG, 4, 100_000));
    }

    private static Cell reference(Setup setup, Document document, String name, int chains, int draws) {
        return new Cell(
                name,
                document.density().marginal(),
                setup.data().identity(),
                Way.automatic(KernelFamily.of(Method.NUTS)),
                chains,
                1000,
                draws,
                Recorder.everything(),
                kept -> Map.of(),
                3000 + document.density().tokens() * 250.0);
    }

    private static Cell topics(
            Setup setup,
            Document document,
            String name,
            int chains,
            int warmup,
            int draws,
            double nanoseconds,
            String sampler) {
        return new Cell(
                name,
                document.density(),
                setup.data().identity(),
                way(document.density(), sampler),
                chains,
                warmup,
                draws,
                Recorder.coordinatesAndCounts(),
                kept -> Map.of(),
                nanoseconds);
    }

    private static Way way(TopicDocument density, String sampler) {
        return switch (sampler) {
            case EXACT -> TopicExperiment.gibbs(density, TopicGibbs.Order.FRESH);
            case STALE -> TopicExperiment.gibbs(density, TopicGibbs.Order.STALE);
            case REAL -> line(density, ProgramDhmc.Places.REAL);
            case WHOLE -> line(density, ProgramDhmc.Places.WHOLE);
            default -> throw new IllegalArgumentException(sampler);
        };
    }

    private static Way line(TopicDocument density, ProgramDhmc.Places places) {
        return Way.plain(
                "DHMC of the program, places " + places + ", step 3-4, steps 40-49",
                () -> new ProgramDhmc(density, places, 3, 4, 40, 50));
    }
}
