package dev.tandem.spark;

import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.runs.RunDescription;
import dev.tandem.runs.RunFolder;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A mixture of two normals, with an unknown membership for each observation. */
final class SmallModel {
    private static final String TEXT = """
            model {
              p ~ dbeta(1, 1)
              mu ~ dnorm(0, 0.01)
              tau ~ dgamma(1, 1)
              for (i in 1:N) {
                z[i] ~ dbern(p)
                y[i] ~ dnorm(mu * z[i], tau)
              }
            }
            """;

    private SmallModel() {}

    private static Model model() {
        return Model.of(SourceText.of("mixture.bug", TEXT), Dialect.JAGS);
    }

    private static DataSet data() {
        double[] y = new double[40];
        for (int i = 0; i < y.length; i++) {
            y[i] = (i % 3 == 0 ? 3 : 0) + Math.sin(i);
        }
        return DataSet.of(Map.of("N", DataArray.scalar(y.length), "y", DataArray.vector(y)));
    }

    static BoundModel bound() {
        return model().with(data());
    }

    /** A folder for a run of it. */
    static RunFolder create(Path folder, Settings settings) {
        RunDescription description = RunDescription.of(
                "mixture.bug", Optional.of(Dialect.JAGS), bound().compile().space(), settings);
        return RunFolder.create(
                folder,
                description,
                bound().compile().space().reported(),
                Optional.of(new RunFolder.Source(TEXT, data())),
                false);
    }

    /** The digests of all draws and warmups in a folder. */
    static Map<String, String> digests(Path folder) {
        Map<String, String> digests = new TreeMap<>();
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".draws") || name.endsWith(".warmup")) {
                    digests.put(
                            name,
                            HexFormat.of()
                                    .formatHex(
                                            MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file))));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        return digests;
    }
}
