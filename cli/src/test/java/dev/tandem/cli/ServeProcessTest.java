package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The process that {@code tandem serve} is: it speaks over its streams, draws what the command draws, and goes with its client. */
@Tag("normal")
@Timeout(120)
class ServeProcessTest {
    private static final String MODEL = "model { x ~ dnorm(0, 1)\n y ~ dnorm(x, 1)\n k ~ dbern(ilogit(x)) }";

    @TempDir
    Path folder;

    private Process process;
    private DataOutputStream out;
    private DataInputStream in;

    @BeforeEach
    void start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tandem.cli.Tandem",
                "serve"));
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
        out = new DataOutputStream(process.getOutputStream());
        in = new DataInputStream(process.getInputStream());
        assertThat(ask("{\"id\": 1, \"do\": \"hello\", \"protocol\": 1}")
                        .get("protocol")
                        .asInt())
                .isEqualTo(1);
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    private JsonNode ask(String message) throws IOException {
        send(message);
        while (true) {
            byte[] text = new byte[in.readInt()];
            byte[] body = new byte[in.readInt()];
            in.readFully(text);
            in.readFully(body);
            JsonNode answer = JsonMapper.shared().readTree(text);
            if (!answer.has("event")) {
                return answer;
            }
        }
    }

    private void send(String message) throws IOException {
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        out.writeInt(text.length);
        out.writeInt(0);
        out.write(text);
        out.flush();
    }

    private static String sample(String rest) {
        return "{\"id\": 2, \"do\": \"sample\", \"model\": {\"path\": \"model.bug\"}, \"data_files\": [\"data.json\"]"
                + rest + "}";
    }

    /** What is exported is, byte by byte, what the command exports from a run in a folder. */
    @Test
    void drawsAreThoseOfTheCommand() throws Exception {
        Path model = Files.writeString(folder.resolve("model.bug"), MODEL);
        Path data = Files.writeString(folder.resolve("data.json"), "{\"y\": 1}");
        JsonNode run = ask(sample(", \"draws\": 100, \"warmup\": 100, \"seed\": 5"));
        assertThat(run.path("error").toString()).isEqualTo("");
        assertThat(ask("{\"id\": 3, \"do\": \"export\", \"run\": " + run.get("run") + ", \"path\": \"served.csv\"}")
                        .has("error"))
                .isFalse();
        Path commanded = folder.resolve("commanded.csv");
        Path kept = folder.resolve("run");
        run(
                "sample",
                model,
                "--data",
                data,
                "--draws",
                100,
                "--warmup",
                100,
                "--seed",
                5,
                "--out",
                kept,
                "--no-report");
        run("export", kept, "--out", commanded);
        assertThat(folder.resolve("served.csv")).hasSameBinaryContentAs(commanded);
    }

    private static void run(Object... arguments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintWriter writer = new PrintWriter(printed, true, StandardCharsets.UTF_8);
        String[] words = new String[arguments.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = arguments[i].toString();
        }
        assertThat(Tandem.run(writer, writer, words))
                .as(printed.toString(StandardCharsets.UTF_8))
                .isZero();
    }

    @Test
    void itEndsWithItsClientAndLeavesNothing() throws Exception {
        Files.writeString(folder.resolve("model.bug"), MODEL);
        Files.writeString(folder.resolve("data.json"), "{\"y\": 1}");
        send(sample(", \"draws\": 100000, \"thin\": 10000, \"progress_seconds\": 0.01"));
        in.readInt();
        out.close();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(Files.readString(folder.resolve("errors.txt"))).isEmpty();
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("model.bug", "data.json", "errors.txt");
        }
    }

    /** A client that dies reads nothing more either, and what was sent to it is in the pipe. */
    @Test
    void itEndsWhenNobodyReads() throws Exception {
        in.close();
        for (int i = 0; i < 3; i++) {
            send("{\"id\": 1, \"do\": \"hello\", \"protocol\": 1}");
        }
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("errors.txt"))).isEmpty();
    }

    @Test
    void itNeedsNeitherPicocliNorMoreThanItsOwnClasses() throws Exception {
        assertThat(PlainLine.read("serve")).isInstanceOf(ServeCommand.class);
        out.close();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
}
