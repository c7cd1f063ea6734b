package dev.tandem.benchmark;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.draws.Draws;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Fixed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tandem's side of the comparison with its peers: one run with default settings, its draws and the processor time of its
 * parts written in the form that all peers use.
 *
 * <p>Arguments: model, data, chains, warmup, draws, seed, folder for {@code draws.bin} and {@code run.json}; after them
 * {@code joint} where no unknown is to be summed out or drawn forwards, or, for the published algorithm, its step size,
 * trajectory time and number of updates.
 */
public final class PeerRun {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private PeerRun() {}

    public static void main(String[] arguments) throws IOException {
        Path model = Path.of(arguments[0]);
        Path data = Path.of(arguments[1]);
        Settings settings = Settings.defaults()
                .withChains(Integer.parseInt(arguments[2]))
                .withWarmup(Integer.parseInt(arguments[3]))
                .withDraws(Integer.parseInt(arguments[4]))
                .withSeed(Long.parseLong(arguments[5]))
                .withThreads(1);
        Path folder = Path.of(arguments[6]);
        double begun = threadSeconds();
        BoundModel bound = Model.read(model).with(data);
        CompiledDensity density;
        if (arguments.length > 7) {
            // Nothing leaves the density: the joint kernels are what is looked at.
            density = bound.summing(Summing.joint()).compile();
            if (arguments.length > 8) {
                settings = settings.withKernel(KernelFamily.of(KernelFamily.Method.PUBLISHED))
                        .withFixed(published(density, Arrays.copyOfRange(arguments, 7, 10)));
            }
        } else {
            // What is summed out is chosen as the command does: that counts as compilation.
            density = bound.under(settings).compile();
        }
        double compiling = threadSeconds() - begun;
        Clock clock = new Clock();
        Run run = Sampling.run(density, settings, clock::progressed, new Cancellation());
        write(run.draws(), folder.resolve("draws.bin"));
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("names", names(run.draws()));
        report.put("chains", run.draws().chains());
        report.put("draws", run.draws().drawsPerChain());
        report.put("compile", compiling);
        report.put("warmup", clock.warmup);
        report.put(
                "sampling",
                run.chains().stream()
                        .mapToDouble(ChainReport::samplingCpuSeconds)
                        .sum());
        report.put(
                "sampling_wall",
                run.chains().stream().mapToDouble(ChainReport::samplingSeconds).sum());
        report.put("first_draw_wall", clock.firstDraw);
        report.put(
                "acceptance",
                run.chains().stream()
                        .mapToDouble(ChainReport::acceptance)
                        .average()
                        .orElse(Double.NaN));
        report.put(
                "divergences",
                run.chains().stream().mapToInt(ChainReport::divergences).sum());
        report.put(
                "gradients",
                run.chains().stream().mapToLong(ChainReport::gradients).sum());
        report.put(
                "visits", run.chains().stream().mapToLong(ChainReport::visits).sum());
        report.put("sites", density.space().sites());
        report.put("dimension", density.space().dimension());
        report.put("sweep_cost", density.sweepCost());
        report.put(
                "tuning",
                run.chains().stream().map(chain -> chain.tuning().toString()).toList());
        Files.writeString(folder.resolve("run.json"), json(report));
    }

    /** By hand: the command loads no library for JSON on its way to the draws, and neither does this. */
    private static String json(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> json(entry.getKey()) + ": " + json(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(PeerRun::json).collect(Collectors.joining(", ", "[", "]"));
        }
        // Names and tunings hold neither quotes nor backslashes; Python reads NaN.
        return value instanceof Number ? value.toString() : '"' + value.toString() + '"';
    }

    /** What is fixed for algorithm 1 of the paper: everything, so that what is left of warmup only walks. */
    private static Fixed published(CompiledDensity density, String[] numbers) {
        return Fixed.everything(Tuning.initial(density.space())
                .withSites(1, 0)
                .withStepSize(Double.parseDouble(numbers[0]))
                .withTrajectoryTime(Double.parseDouble(numbers[1]))
                .withUpdates(Integer.parseInt(numbers[2])));
    }

    /** The processor time of warmup, chain by chain on one thread, and when the first draw after it was there. */
    private static final class Clock {
        private double warmup;
        private double chainBegan;
        private int chain = -1;
        private double firstDraw = Double.NaN;

        void progressed(Progress progress) {
            if (progress.stage().equals("sampling")) {
                if (Double.isNaN(firstDraw)) {
                    firstDraw = (System.currentTimeMillis()
                                    - ManagementFactory.getRuntimeMXBean().getStartTime())
                            * 1e-3;
                }
                return;
            }
            double now = threadSeconds();
            if (progress.chain() != chain) {
                chain = progress.chain();
                chainBegan = now;
            }
            warmup += now - chainBegan;
            chainBegan = now;
        }
    }

    private static double threadSeconds() {
        return THREADS.getCurrentThreadCpuTime() * 1e-9;
    }

    private static List<String> names(Draws draws) {
        return IntStream.range(0, draws.elements()).mapToObj(draws::elementName).toList();
    }

    /** Little-endian doubles: for each chain and element, its draws in order. */
    private static void write(Draws draws, Path file) {
        ByteBuffer row = ByteBuffer.allocate(8 * draws.drawsPerChain()).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            for (int chain = 0; chain < draws.chains(); chain++) {
                for (int element = 0; element < draws.elements(); element++) {
                    row.clear();
                    for (int draw = 0; draw < draws.drawsPerChain(); draw++) {
                        row.putDouble(draws.value(chain, draw, element));
                    }
                    row.flip();
                    while (row.hasRemaining()) {
                        channel.write(row);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
