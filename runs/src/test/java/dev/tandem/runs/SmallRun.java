package dev.tandem.runs;

import dev.tandem.density.MixedDensity;
import dev.tandem.models.DiscreteGaussian;
import dev.tandem.runs.files.Disk;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs that take milliseconds, to be broken off and taken up again. */
final class SmallRun {
    static final MixedDensity DENSITY = DiscreteGaussian.fiveBinaryThreeContinuous();

    static final Settings SETTINGS = Settings.defaults()
            .withChains(2)
            .withWarmup(60)
            .withDraws(230)
            .withSeed(3)
            .withThreads(1);

    private SmallRun() {}

    static RunFolder create(Path folder, Settings settings, Disk disk) {
        return RunFolder.create(
                folder,
                RunDescription.of("small", Optional.empty(), DENSITY.space(), settings),
                DENSITY.space().reported(),
                Optional.empty(),
                false,
                disk,
                0);
    }

    static Run sample(Path folder, Settings settings, Disk disk) {
        try (RunFolder run = create(folder, settings, disk)) {
            return run.sample(DENSITY, progress -> {}, new Cancellation());
        }
    }

    static Run resume(Path folder) {
        return resume(folder, FaultyDisk.lasting());
    }

    static Run resume(Path folder, Disk disk) {
        try (RunFolder run = RunFolder.resume(folder, disk, 0)) {
            return run.sample(DENSITY, progress -> {}, new Cancellation());
        }
    }

    /** The digests of all files that hold draws, by name. */
    static Map<String, String> digests(Path folder) throws IOException {
        Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".draws") || name.endsWith(".warmup")) {
                    digests.put(name, digest(Files.readAllBytes(file)));
                }
            }
        }
        return digests;
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
