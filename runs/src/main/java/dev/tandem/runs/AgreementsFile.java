package dev.tandem.runs;

import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.runs.files.StoredFiles;
import dev.tandem.runs.files.TableFormat;
import dev.tandem.sampling.Anchor;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.warmup.Agreement;
import dev.tandem.sampling.warmup.Plan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file of what chains agreed on in warmup, from its first meeting to the last. A chain that has to begin again needs all
 * of it, and nobody can find it again: the others are past these meetings. There is one from the moment that a folder is
 * made, so that one that is missing is noticed.
 */
final class AgreementsFile {
    private static final int MAGIC = 0x544e_4411;
    /** Magic and checksum. */
    private static final int HEADER = 8;

    private AgreementsFile() {}

    static byte[] encode(RunDescription run, List<Agreement> agreements) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("run", run.identity());
        ArrayNode meetings = node.putArray("agreements");
        for (Agreement agreement : agreements) {
            ObjectNode entry = meetings.addObject();
            entry.put("rounds", agreement.rounds());
            entry.put("next", agreement.next());
            agreement.tuning().ifPresent(tuning -> entry.set("tuning", SettingsJson.write(tuning)));
            ArrayNode metrics = entry.putArray("candidates");
            agreement.candidates().forEach(metric -> metrics.add(SettingsJson.write(metric)));
        }
        byte[] content = JsonMapper.shared().writeValueAsString(node).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEADER + content.length)
                .putInt(MAGIC)
                .putInt(TableFormat.checksum(ByteBuffer.wrap(content)))
                .put(content)
                .array();
    }

    /**
     * What chains agreed on so far; nothing for folders of an earlier version, whose chains never met.
     *
     * @throws DamagedFileException if the file is lost, or not as it was written
     */
    static List<Agreement> read(Path folder, RunDescription run) throws IOException {
        Path file = RunLayout.agreements(folder);
        byte[] bytes;
        try {
            bytes = StoredFiles.bytes(file);
        } catch (NoSuchFileException e) {
            if (run.seal().isEmpty()) {
                return List.of();
            }
            throw new DamagedFileException(file, "it is missing");
        }
        ByteBuffer header = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER || header.getInt() != MAGIC) {
            throw new DamagedFileException(file, "it is not what chains agreed on");
        }
        if (header.getInt() != TableFormat.checksum(header.slice())) {
            throw new DamagedFileException(file, "its checksum is wrong");
        }
        JsonNode node = JsonMapper.shared().readTree(Arrays.copyOfRange(bytes, HEADER, bytes.length));
        if (!node.get("run").asString().equals(run.identity())) {
            throw DamagedFileException.foreign(file, "another run");
        }
        List<Agreement> agreements = new ArrayList<>();
        for (JsonNode entry : node.get("agreements")) {
            List<KineticEnergy> candidates = new ArrayList<>();
            entry.get("candidates").forEach(metric -> candidates.add(SettingsJson.readKinetic(metric)));
            agreements.add(new Agreement(
                    entry.get("rounds").asInt(),
                    entry.get("next").asInt(),
                    entry.has("tuning") ? Optional.of(SettingsJson.readTuning(entry.get("tuning"))) : Optional.empty(),
                    candidates));
        }
        return agreements;
    }

    /** Whether a chain that is at an anchor needed a meeting that is not in the file, as in an older copy of it. */
    static boolean lacks(List<Agreement> agreements, Plan plan, Anchor anchor) {
        Agreement last = agreements.isEmpty() ? null : agreements.get(agreements.size() - 1);
        int reachable = last == null ? 1 : last.next() + 1;
        while (reachable < plan.rounds() && !plan.meetsAfter(reachable)) {
            reachable++;
        }
        boolean toMeet = last == null || last.next() < plan.rounds();
        return anchor.rounds() > reachable || (toMeet && plan.meetsAfter(plan.rounds()) && anchor.drawn() > 0);
    }
}
