package dev.tandem.runs;

import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Start;
import dev.tandem.sampling.StoppingRule;
import dev.tandem.sampling.continuous.DenseMetric;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.HyperbolicKinetic;
import dev.tandem.sampling.continuous.Integrator;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.LowRankMetric;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.discrete.WalkWidths;
import dev.tandem.sampling.trajectory.Carriage;
import dev.tandem.sampling.trajectory.Centring;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Fixed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Settings, kernels and tuning as JSON and back. Numbers are written with all of their digits, so every bit comes back.
 */
final class SettingsJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<Integrator> INTEGRATORS =
            List.of(Integrator.LEAPFROG, Integrator.TWO_STAGE, Integrator.THREE_STAGE);

    private SettingsJson() {}

    static ObjectNode write(Settings settings) {
        ObjectNode node = NODES.objectNode();
        settings.kernel().ifPresent(kernel -> node.set("kernel", write(kernel)));
        node.put("chains", settings.chains());
        node.put("warmup", settings.warmup());
        node.put("draws", settings.draws());
        node.put("thin", settings.thin());
        node.put("seed", settings.seed());
        node.put("threads", settings.threads());
        settings.until().ifPresent(rule -> node.put("until_effective_size", rule.effectiveSize()));
        node.set("fixed", write(settings.fixed()));
        ArrayNode starts = node.putArray("starts");
        for (Start start : settings.starts()) {
            ObjectNode entry = starts.addObject();
            entry.set("q", array(start.q()));
            entry.set("x", array(start.x()));
        }
        return node;
    }

    static Settings readSettings(JsonNode node) {
        Settings settings = Settings.defaults()
                .withChains(node.get("chains").asInt())
                .withWarmup(node.get("warmup").asInt())
                .withThin(node.get("thin").asInt())
                .withDraws(node.get("draws").asInt())
                .withSeed(node.get("seed").asLong())
                .withThreads(node.get("threads").asInt())
                .withFixed(readFixed(node.get("fixed")));
        List<Start> starts = new ArrayList<>();
        for (JsonNode start : node.get("starts")) {
            starts.add(new Start(doubles(start.get("q")), ints(start.get("x"))));
        }
        settings = settings.withStarts(starts);
        if (node.has("until_effective_size")) {
            settings = settings.withUntil(
                    new StoppingRule(node.get("until_effective_size").asDouble()));
        }
        return node.has("kernel") ? settings.withKernel(readKernel(node.get("kernel"))) : settings;
    }

    static ObjectNode write(KernelFamily kernel) {
        ObjectNode node = NODES.objectNode();
        node.put("method", kernel.method().label());
        node.put("proposal", kernel.proposal().name().toLowerCase(Locale.ROOT));
        node.put("momentum", kernel.momentum());
        node.put("integrator", kernel.integrator().toString());
        node.put("exponent", kernel.exponent());
        node.put("jitter", kernel.jitter());
        return node;
    }

    static KernelFamily readKernel(JsonNode node) {
        String label = node.get("method").asString();
        for (KernelFamily.Method method : KernelFamily.Method.values()) {
            if (method.label().equals(label)) {
                return new KernelFamily(
                        method,
                        Proposal.Kind.valueOf(node.get("proposal").asString().toUpperCase(Locale.ROOT)),
                        node.get("momentum").asBoolean(),
                        integrator(node.get("integrator").asString()),
                        node.get("exponent").asDouble(),
                        node.get("jitter").asBoolean());
            }
        }
        throw new IllegalArgumentException("there is no sampler " + label);
    }

    private static Integrator integrator(String name) {
        return INTEGRATORS.stream()
                .filter(integrator -> integrator.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no integrator " + name));
    }

    private static ObjectNode write(Fixed fixed) {
        ObjectNode node = NODES.objectNode();
        fixed.stepSize().ifPresent(value -> node.put("step_size", value));
        fixed.kinetic().ifPresent(value -> node.set("metric", write(value)));
        fixed.trajectoryTime().ifPresent(value -> node.put("trajectory_time", value));
        fixed.sitesPerStep().ifPresent(value -> node.put("sites_per_step", value));
        fixed.targetAcceptance().ifPresent(value -> node.put("target_acceptance", value));
        fixed.everything().ifPresent(value -> node.set("everything", write(value)));
        return node;
    }

    private static Fixed readFixed(JsonNode node) {
        return new Fixed(
                number(node, "step_size"),
                node.has("metric") ? Optional.of(readKinetic(node.get("metric"))) : Optional.empty(),
                number(node, "trajectory_time"),
                node.has("sites_per_step")
                        ? OptionalInt.of(node.get("sites_per_step").asInt())
                        : OptionalInt.empty(),
                number(node, "target_acceptance"),
                node.has("everything") ? Optional.of(readTuning(node.get("everything"))) : Optional.empty());
    }

    private static OptionalDouble number(JsonNode node, String name) {
        return node.has(name) ? OptionalDouble.of(node.get(name).asDouble()) : OptionalDouble.empty();
    }

    static ObjectNode write(Tuning tuning) {
        ObjectNode node = NODES.objectNode();
        node.put("step_size", tuning.stepSize());
        node.set("metric", write(tuning.kinetic()));
        node.put("trajectory_time", tuning.trajectoryTime());
        node.put("sites_per_step", tuning.sitesPerStep());
        node.put("updates", tuning.updates());
        node.put("sites_at_end", tuning.closingSites());
        node.put("long_range_weights", tuning.longRangeWeights());
        WalkWidths widths = tuning.widths();
        if (widths.common().isPresent()) {
            node.put("walk_width", widths.common().getAsInt());
        } else {
            node.set("walk_widths", array(widths.bySite()));
        }
        Centring centring = tuning.centring();
        if (!centring.isNone()) {
            ObjectNode chosen = node.putObject("centring");
            chosen.set("seen", array(centring.seen()));
            chosen.set("push", array(centring.push()));
            chosen.set("follow", array(centring.follow()));
            ObjectNode shares = chosen.putObject("shares");
            centring.shares().forEach(share -> shares.put(share.name(), share.centred()));
        }
        if (!tuning.carriage().isNone()) {
            ObjectNode jumps = node.putObject("jumps");
            jumps.set("centres", rows(tuning.carriage().centres()));
            jumps.set("scales", rows(tuning.carriage().scales()));
        }
        return node;
    }

    static Tuning readTuning(JsonNode node) {
        Tuning tuning = new Tuning(
                node.get("step_size").asDouble(),
                readKinetic(node.get("metric")),
                node.get("trajectory_time").asDouble(),
                node.get("sites_per_step").asInt(),
                node.get("updates").asInt(),
                node.get("sites_at_end").asInt(),
                node.has("walk_width")
                        ? WalkWidths.common(node.get("walk_width").asInt())
                        : WalkWidths.of(ints(node.get("walk_widths"))));
        // Folders of version 0.1 have none.
        if (node.has("long_range_weights")) {
            tuning = tuning.withLongRangeWeights(node.get("long_range_weights").asInt());
        }
        if (node.has("jumps")) {
            JsonNode jumps = node.get("jumps");
            tuning = tuning.withCarriage(new Carriage(rows(jumps.get("centres")), rows(jumps.get("scales"))));
        }
        return node.has("centring") ? tuning.withCentring(readCentring(node.get("centring"))) : tuning;
    }

    private static Centring readCentring(JsonNode node) {
        List<Centring.Share> shares = new ArrayList<>();
        for (Map.Entry<String, JsonNode> share : node.get("shares").properties()) {
            shares.add(new Centring.Share(share.getKey(), share.getValue().asDouble()));
        }
        double[] seen = doubles(node.get("seen"));
        // A folder that an earlier version wrote has none.
        double[] follow = node.has("follow") ? doubles(node.get("follow")) : new double[seen.length];
        return new Centring(seen, doubles(node.get("push")), follow, shares);
    }

    static ObjectNode write(KineticEnergy kinetic) {
        ObjectNode node = NODES.objectNode();
        if (kinetic instanceof DiagonalMetric diagonal) {
            if (diagonal.isUnit()) {
                node.put("unit", diagonal.scales().length);
            } else {
                node.set("scales", array(diagonal.scales()));
            }
        } else if (kinetic instanceof DenseMetric dense) {
            ArrayNode rows = node.putArray("covariance");
            for (double[] row : dense.covariance()) {
                rows.add(array(row));
            }
        } else if (kinetic instanceof LowRankMetric lowRank) {
            node.set("scales", array(lowRank.scales()));
            ArrayNode rows = node.putArray("directions");
            for (double[] row : lowRank.directions()) {
                rows.add(array(row));
            }
            node.set("variances", array(lowRank.variances()));
        } else if (kinetic instanceof HyperbolicKinetic) {
            node.put("hyperbolic", true);
        } else {
            throw new IllegalArgumentException(
                    "a run with the kinetic energy " + kinetic.describe() + " cannot be stored in a folder");
        }
        return node;
    }

    static KineticEnergy readKinetic(JsonNode node) {
        if (node.has("unit")) {
            return DiagonalMetric.unit(node.get("unit").asInt());
        }
        if (node.has("directions")) {
            return LowRankMetric.of(
                    doubles(node.get("scales")), rows(node.get("directions")), doubles(node.get("variances")));
        }
        if (node.has("scales")) {
            return DiagonalMetric.scales(doubles(node.get("scales")));
        }
        if (node.has("covariance")) {
            return DenseMetric.covariance(rows(node.get("covariance")));
        }
        return new HyperbolicKinetic();
    }

    private static double[][] rows(JsonNode node) {
        List<double[]> rows = new ArrayList<>();
        node.forEach(row -> rows.add(doubles(row)));
        return rows.toArray(new double[0][]);
    }

    private static ArrayNode rows(double[][] rows) {
        ArrayNode node = NODES.arrayNode(rows.length);
        for (double[] row : rows) {
            node.add(array(row));
        }
        return node;
    }

    private static ArrayNode array(double[] values) {
        ArrayNode node = NODES.arrayNode(values.length);
        for (double value : values) {
            node.add(value);
        }
        return node;
    }

    private static ArrayNode array(int[] values) {
        ArrayNode node = NODES.arrayNode(values.length);
        for (int value : values) {
            node.add(value);
        }
        return node;
    }

    private static double[] doubles(JsonNode node) {
        double[] values = new double[node.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = node.get(i).asDouble();
        }
        return values;
    }

    private static int[] ints(JsonNode node) {
        int[] values = new int[node.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = node.get(i).asInt();
        }
        return values;
    }
}
