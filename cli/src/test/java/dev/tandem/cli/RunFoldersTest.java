package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.runs.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs in folders, as the command makes, shows and goes on with them. */
@Tag("normal")
class RunFoldersTest {
    private static final String MODEL = "examples/zip/model.bug";
    private static final String DATA = "examples/zip/data.json";

    @TempDir
    Path temporary;

    private Path run;

    @BeforeEach
    void name() {
        run = temporary.resolve("run");
    }

    /** RUN and OTHER stand for folders. */
    private Terminal tandem(String arguments) {
        return Terminal.run(arguments
                .replace("RUN", run.toString())
                .replace("OTHER", temporary.resolve("other").toString())
                .split(" "));
    }

    private Terminal sample(String more) {
        return tandem("sample " + MODEL + " --data " + DATA + " --chains 2 --warmup 60 --quiet " + more);
    }

    private static void expectSameDraws(Path one, Path other) throws IOException {
        try (Stream<Path> files = Files.list(one)) {
            List<Path> tables = files.filter(file -> file.toString().matches(".*\\.(draws|warmup)"))
                    .toList();
            assertThat(tables).hasSize(4);
            for (Path table : tables) {
                assertThat(table).hasSameBinaryContentAs(other.resolve(table.getFileName()));
            }
        }
    }

    @Test
    void theTableSaysWhereTheRunIsAndSummaryPrintsItAgain() {
        Terminal sampled = sample("--draws 120 --out RUN");
        assertThat(sampled.code()).isEqualTo(ExitCode.DONE);
        assertThat(sampled.out()).startsWith(MODEL + ": 2 chains of 120 draws, sampler nuts, seed 1, in " + run + "\n");
        assertThat(sampled.err()).isEmpty();
        Terminal summary = tandem("summary RUN");
        assertThat(summary.code()).isEqualTo(ExitCode.DONE);
        assertThat(summary.out()).isEqualTo(sampled.out());
        assertThat(tandem("summary RUN --rows 1 --strict").code()).isEqualTo(ExitCode.WARNINGS);
    }

    @Test
    void theSummaryFileIsWhatJsonPrints() throws IOException {
        JsonNode printed = JsonMapper.shared()
                .readTree(sample("--draws 120 --json --out RUN").out());
        JsonNode written = JsonMapper.shared().readTree(Files.readString(run.resolve("summary.json")));
        assertThat(written).isEqualTo(printed);
        assertThat(printed.get("seconds").get("compile").asDouble()).isPositive();
        assertThat(JsonMapper.shared().readTree(tandem("summary RUN --json").out()))
                .isEqualTo(printed);
    }

    @Test
    void drawsAreTheSameWithAndWithoutAFolder() {
        JsonNode without =
                JsonMapper.shared().readTree(sample("--draws 70 --json").out());
        JsonNode with = JsonMapper.shared()
                .readTree(sample("--draws 70 --json --out RUN").out());
        assertThat(with.get("variables")).isEqualTo(without.get("variables"));
    }

    @Test
    void aRunIsMadeLonger() throws IOException {
        sample("--draws 130 --out OTHER");
        sample("--draws 70 --out RUN");
        Terminal longer = tandem("sample --resume RUN --draws 130 --quiet --threads 1");
        assertThat(longer.code()).isEqualTo(ExitCode.DONE);
        assertThat(longer.out()).contains(": 2 chains of 130 draws");
        expectSameDraws(run, temporary.resolve("other"));
        assertThat(tandem("summary RUN").out()).isEqualTo(longer.out());
    }

    @Test
    void aRunIsDoneAgainFromItsFolderAlone() throws IOException {
        Path model = Files.copy(Path.of(MODEL), temporary.resolve("model.bug"));
        Path data = Files.copy(Path.of(DATA), temporary.resolve("data.json"));
        tandem("sample " + model + " --data " + data
                + " --monitor beta,omega --chains 2 --warmup 60 --draws 60 --seed 9 --thin 2 --target-acceptance 0.7"
                + " --sampler nuts --quiet --out RUN");
        Files.delete(model);
        Files.delete(data);
        assertThat(tandem("sample --like RUN --out OTHER --quiet").code()).isEqualTo(ExitCode.DONE);
        expectSameDraws(run, temporary.resolve("other"));
        assertThat(StoredRun.open(temporary.resolve("other")).description().inputs())
                .isEqualTo(StoredRun.open(run).description().inputs())
                .extracting(input -> input.role())
                .containsExactly("model", "data");
        // Another seed, and no folder.
        Terminal other = tandem("sample --like RUN --seed 10 --quiet");
        assertThat(other.out()).contains("2 chains of 60 draws, sampler nuts, seed 10\n");
    }

    @Test
    void startsThatWereGivenAreKept() throws IOException {
        Path init = Files.writeString(temporary.resolve("init.json"), "{\"omega\": 0.5, \"beta\": [0.1, 0.2]}");
        sample("--draws 60 --init " + init + " --out RUN");
        Files.delete(init);
        tandem("sample --like RUN --out OTHER --quiet");
        expectSameDraws(run, temporary.resolve("other"));
    }

    @Test
    void examplesHaveFoldersToo() throws IOException {
        tandem("sample --example gmm --chains 2 --warmup 60 --draws 130 --quiet --out OTHER");
        tandem("sample --example gmm --chains 2 --warmup 60 --draws 60 --quiet --out RUN");
        assertThat(tandem("sample --resume RUN --draws 130 --quiet").code()).isZero();
        expectSameDraws(run, temporary.resolve("other"));
    }

    @Test
    void goesOnUntilEnoughWasDrawn() {
        Terminal terminal =
                tandem("sample --example gmm --chains 2 --warmup 100 --draws 50 --until ess=400 --quiet --json");
        JsonNode root = JsonMapper.shared().readTree(terminal.out());
        assertThat(root.get("draws").asInt()).isGreaterThan(150);
        for (JsonNode variable : root.get("variables")) {
            assertThat(variable.get("ess_bulk").asDouble()).isGreaterThanOrEqualTo(400);
            assertThat(variable.get("rhat").asDouble()).isLessThan(1.01);
        }
        assertThat(root.get("stopped").asBoolean()).isFalse();
        assertThat(root.get("warnings").size()).isZero();
    }

    @Test
    void stopsWhenTheTimeIsUpAndGoesOnFromThere() {
        long before = System.nanoTime();
        Terminal terminal = tandem(
                "sample --example gmm --chains 2 --warmup 100 --until ess=1000000000 --max-time 1s --quiet --out RUN");
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - before)).isGreaterThanOrEqualTo(1);
        assertThat(terminal.code()).isEqualTo(ExitCode.DONE);
        assertThat(terminal.out())
                .contains("note: the run was stopped: kept ")
                .contains("To go on: tandem sample --resume " + run);
        Terminal resumed = tandem("sample --resume RUN --until ess=10 --max-time 1m --quiet");
        assertThat(resumed.out()).doesNotContain("the run was stopped");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sample a.bug --out RUN --resume RUN             | --resume takes the model and its data from the folder of the run
            sample --resume RUN --out OTHER                 | --resume goes on in the folder of the run; --out cannot be given
            sample --resume RUN --like RUN                  | give either --resume or --like, not both
            sample --like RUN --data data.json              | --like takes the model and its data from the folder of the run
            sample --example gmm --overwrite                | --overwrite needs --out
            sample --example gmm --until rhat=1             | cannot read --until rhat=1; write it as ess=400
            sample --example gmm --until ess=0              | the effective size to reach must be positive, not 0.0
            sample --example gmm --max-time soon            | cannot read the time soon; write it as 90s, 10m or 1h30m
            sample --example gmm --max-time 10              | cannot read the time 10; write it as 90s, 10m or 1h30m
            summary                                         | missing required parameter: 'RUN'
            """)
    void saysWhatIsWrongInOneLine(String arguments, String complaint) {
        Terminal terminal = tandem(arguments);
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err().lines().findFirst().orElseThrow()).endsWith(": " + complaint);
        assertThat(run).doesNotExist();
    }

    @Test
    void refusesInOneLineWhatTheFolderDoesNotAllow() {
        assertThat(tandem("sample --resume RUN").err()).isEqualTo("tandem sample: there is no folder " + run + "\n");
        assertThat(tandem("summary RUN").code()).isEqualTo(ExitCode.BAD_USAGE);
        sample("--draws 60 --out RUN");
        Terminal again = sample("--draws 60 --out RUN");
        assertThat(again.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(again.err())
                .isEqualTo("tandem sample: " + run + " already holds a run: --resume " + run
                        + " goes on with it, --overwrite replaces it\n");
        Terminal other = tandem("sample --resume RUN --seed 2");
        assertThat(other.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(other.err())
                .contains("--resume goes on as the run was begun, so --seed cannot be given; --like starts a new run");
        assertThat(tandem("sample --resume RUN --draws 10").err())
                .contains("has 60 draws to make; on resuming there can be more, not 10");
        assertThat(sample("--draws 50 --seed 3 --out RUN --overwrite").out()).contains("of 50 draws", "seed 3");
    }

    @Test
    void aModelThatIsWrongLeavesNoFolder() throws IOException {
        Path model = Files.writeString(temporary.resolve("wrong.bug"), "model { a ~ dnorm(b, 1) }");
        Terminal terminal = tandem("sample " + model + " --out RUN");
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(run).doesNotExist();
    }

    /** Data that were changed would make a run of two posteriors. */
    @ParameterizedTest
    @CsvSource({"data.json", "model.bug"})
    void aModelOrDataThatChangedAreRefused(String name) throws IOException {
        sample("--draws 60 --out RUN");
        Path file = run.resolve(name);
        Files.writeString(file, Files.readString(file).replaceFirst("1", "2"));
        for (String command : List.of(
                "sample --resume RUN --draws 90 --quiet",
                "sample --like RUN --quiet",
                "predict RUN",
                // The model has states that are summed out, whose probabilities come from it.
                "summary RUN",
                "export RUN --format arviz --out OTHER")) {
            Terminal terminal = tandem(command);
            assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
            assertThat(terminal.out()).isEmpty();
            assertThat(terminal.err())
                    .contains("the run in " + run + " cannot be read: " + file
                            + " is damaged: it is not what the run was begun with; put back the file as it was, or do"
                            + " the run again in another folder\n");
        }
        assertThat(StoredRun.open(run).settings().draws()).isEqualTo(60);
    }

    @Test
    void drawsThatAreLostAreDrawnAgain() throws IOException {
        sample("--draws 120 --out RUN");
        sample("--draws 120 --out OTHER");
        Files.delete(run.resolve("chain-1.draws"));
        Files.write(run.resolve("chain-2.draws"), new byte[700]);
        assertThat(tandem("summary RUN").err())
                .isEqualTo("tandem summary: the run in " + run + " cannot be read: " + run.resolve("chain-1.draws")
                        + " is damaged: it is missing; tandem sample --resume " + run
                        + " draws again what is lost\n");
        Terminal resumed = tandem("sample --resume RUN --quiet");
        assertThat(resumed.code()).isEqualTo(ExitCode.DONE);
        assertThat(resumed.err())
                .contains("note: " + run.resolve("chain-1.draws")
                        + " is damaged: it is missing; what is lost is drawn again\n")
                .contains("chain-2.draws is damaged: it is not a table of draws;");
        expectSameDraws(run, temporary.resolve("other"));
        assertThat(tandem("summary RUN").code()).isEqualTo(ExitCode.DONE);
    }

    /** What is written stays in the folder, although the folder itself may be a link. */
    @Test
    void linksInAFolderAreNotWrittenThrough() throws IOException {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.createSymbolicLink(run, elsewhere);
        assertThat(sample("--draws 60 --out RUN").code()).isEqualTo(ExitCode.DONE);
        Path precious = Files.writeString(temporary.resolve("precious"), "mine");
        for (String name : List.of("log.txt", "process.json", "chain-1.draws", "summary.json", "lock")) {
            Path file = elsewhere.resolve(name);
            Path kept = temporary.resolve("kept");
            if (Files.exists(file)) {
                Files.move(file, kept);
            }
            Files.createSymbolicLink(file, precious);
            Terminal refused = tandem("sample --resume RUN --draws 90 --quiet");
            assertThat(refused.code()).isEqualTo(ExitCode.BAD_USAGE);
            assertThat(refused.err())
                    .isEqualTo("tandem sample: " + run.resolve(name)
                            + " is a symbolic link, and a run writes to its own files only; remove it, or put back the"
                            + " file that it stands for\n");
            assertThat(sample("--draws 60 --out RUN --overwrite").err()).contains("is a symbolic link");
            assertThat(precious).hasContent("mine");
            Files.delete(file);
            if (Files.exists(kept)) {
                Files.move(kept, file);
            }
        }
        // The page is put in the place of a link.
        Files.delete(run.resolve("report.html"));
        Files.createSymbolicLink(run.resolve("report.html"), precious);
        assertThat(tandem("sample --resume RUN --draws 90 --quiet").code()).isEqualTo(ExitCode.DONE);
        assertThat(run.resolve("report.html")).isRegularFile();
        assertThat(precious).hasContent("mine");
    }

    /** A folder of the user's own, in which a run would replace the files that it is made from. */
    @Test
    void filesThatAreNoRunsAreNotReplaced() throws IOException {
        Files.createDirectory(run);
        Path data = Files.copy(Path.of(DATA), run.resolve("data.json"));
        Terminal refused = sample("--draws 60 --out RUN");
        assertThat(refused.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(refused.err())
                .isEqualTo("tandem sample: " + run
                        + " is not the folder of a run, and its data.json would be replaced; give another folder\n");
        assertThat(data).hasSameBinaryContentAs(Path.of(DATA));
    }

    /** The root of the file system, the folder one stands in, and every other folder that is used for something else. */
    @Test
    void aFolderThatIsUsedForSomethingElseIsNotTaken() {
        for (String folder : List.of("/", ".")) {
            Terminal refused = sample("--draws 60 --out " + folder);
            assertThat(refused.code()).isEqualTo(ExitCode.BAD_USAGE);
            assertThat(refused.err())
                    .startsWith("tandem sample: " + folder + " is not empty and holds no run (it has ")
                    .endsWith("): a run has a folder to itself; give a new one\n");
        }
    }

    /** A pipe gives its text once; opened a second time, for a digest, it would wait for ever. */
    @Test
    @Timeout(value = 100, unit = TimeUnit.SECONDS)
    void aModelMayComeOutOfAPipe() throws Exception {
        Path pipe = temporary.resolve("pipe");
        assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Process writer = new ProcessBuilder("sh", "-c", "cat \"$0\" > \"$1\"", MODEL, pipe.toString()).start();
        Terminal sampled =
                tandem("sample " + pipe + " --data " + DATA + " --chains 2 --warmup 60 --draws 60 --quiet --out RUN");
        writer.destroy();
        assertThat(sampled.code()).as(sampled.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.resolve("model.bug")).hasSameTextualContentAs(Path.of(MODEL));
        List<String> roles = new ArrayList<>();
        JsonMapper.shared()
                .readTree(run.resolve("run.json").toFile())
                .path("inputs")
                .forEach(input -> roles.add(input.path("role").asString()));
        assertThat(roles).containsExactly("data");
    }

    /** A folder that was written before there were digests. */
    @Test
    void aFolderOfAnEarlierVersionIsReadWithANote() throws IOException {
        Specimens.copy(Path.of(System.getProperty("tandem.root"), "cli/src/test/resources/earlier-run"), run);
        String note = "note: the run in " + run + " was begun by an earlier version of tandem, which kept no digests:"
                + " whether run.json, model.bug or data.json changed since cannot be told\n";
        Terminal summary = tandem("summary RUN");
        assertThat(summary.code()).isEqualTo(ExitCode.DONE);
        assertThat(summary.err()).isEqualTo(note);
        assertThat(summary.out()).contains("2 chains of 130 draws").contains("0.542");
        assertThat(tandem("predict RUN").err()).isEqualTo(note);
        Terminal longer = tandem("sample --resume RUN --draws 180 --quiet");
        assertThat(longer.err()).startsWith(note);
        assertThat(longer.out()).contains("2 chains of 180 draws");
        assertThat(tandem("summary RUN").out()).isEqualTo(longer.out());
        // What has a checksum is held against it all the same.
        Path file = run.resolve("chain-2.draws");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertThat(tandem("summary RUN").err()).contains("chain-2.draws is damaged: only its first ");
    }

    @Test
    void noPermissionIsOneLine() {
        // Nobody may make folders there, not even the superuser.
        Terminal terminal = tandem("sample --example gmm --out /sys/tandem-run");
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.err().lines()).hasSize(1);
        assertThat(terminal.err()).startsWith("tandem sample: cannot write to /sys/tandem-run: ");
    }

    /** A real disk that is full, where this program may make one. */
    @Test
    void aFullDiskKeepsWhatWasDrawn() throws Exception {
        Path disk = Files.createDirectory(temporary.resolve("disk"));
        boolean mounted = shell("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString());
        assumeThat(mounted).isTrue();
        try {
            run = disk.resolve("run");
            String what = "--example gmm24 --chains 2 --warmup 60 --draws 2000 --quiet";
            Terminal full = tandem("sample " + what + " --out RUN");
            assertThat(full.code()).isEqualTo(ExitCode.FAILED);
            assertThat(full.err().lines()).hasSize(1);
            assertThat(full.err())
                    .contains("cannot be written: the disk is full. What was drawn up to the last checkpoint is kept")
                    .endsWith("to go on: tandem sample --resume " + run + "\n");
            shell("mount", "-o", "remount,size=16m", disk.toString());
            assertThat(tandem("sample --resume RUN --quiet").code()).isEqualTo(ExitCode.DONE);
            tandem("sample " + what + " --out OTHER");
            expectSameDraws(run, temporary.resolve("other"));
        } finally {
            shell("umount", disk.toString());
        }
    }

    private static boolean shell(String... command) throws Exception {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
