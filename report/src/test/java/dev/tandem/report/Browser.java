package dev.tandem.report;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A Chromium without a window, told what to do through its DevTools protocol. */
public final class Browser implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> pending = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<JsonNode>> awaited = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private String session = "";

    private Browser(Process process, Path profile, String address) {
        this.process = process;
        this.profile = profile;
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address), new Ear())
                .join();
    }

    /** The program, if it is installed. */
    public static Optional<Path> program() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public static Browser start(Path program) throws IOException {
        Path profile = Files.createTempDirectory("browser");
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--disable-quic",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        Browser browser = new Browser(process, profile, address(process));
        browser.attach();
        return browser;
    }

    private static String address(Process process) throws IOException {
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        Pattern wanted = Pattern.compile("DevTools listening on (ws://\\S+)");
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.append(line).append('\n');
            Matcher matcher = wanted.matcher(line);
            if (matcher.find()) {
                // What it says later is read too, or it would wait for a reader.
                Thread reader = new Thread(() -> output.lines().forEach(ignored -> {}), "browser output");
                reader.setDaemon(true);
                reader.start();
                return matcher.group(1);
            }
        }
        throw new IOException("the browser did not start:\n" + said);
    }

    private void attach() {
        String target = command("Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .asString();
        session = command("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .asString();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            command(domain + ".enable", Map.of());
        }
    }

    private final class Ear implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                hear(JSON.readTree(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private void hear(JsonNode message) {
        if (message.has("id")) {
            pending.remove(message.get("id").asInt()).complete(message);
            return;
        }
        String method = message.get("method").asString();
        JsonNode parameters = message.get("params");
        switch (method) {
            case "Runtime.exceptionThrown" ->
                complaints.add(parameters.get("exceptionDetails").toString());
            case "Runtime.consoleAPICalled" -> {
                if (List.of("error", "warning", "assert")
                        .contains(parameters.get("type").asString())) {
                    complaints.add(parameters.get("args").toString());
                }
            }
            case "Log.entryAdded" -> complaints.add(parameters.get("entry").toString());
            case "Network.requestWillBeSent" ->
                requests.add(parameters.get("request").get("url").asString());
            default -> {
                CompletableFuture<JsonNode> waiting = awaited.remove(method);
                if (waiting != null) {
                    waiting.complete(parameters);
                }
            }
        }
    }

    private JsonNode command(String method, Map<String, ?> parameters) {
        int id = lastId.incrementAndGet();
        ObjectNode message = JSON.createObjectNode();
        message.put("id", id);
        message.put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        pending.put(id, answer);
        socket.sendText(message.toString(), true).join();
        JsonNode result = answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        if (result.has("error")) {
            throw new IllegalStateException(method + ": " + result.get("error"));
        }
        return result.get("result");
    }

    /** Opens a file and waits until it is loaded and its own script is done. */
    public void open(Path file) {
        open(file.toUri());
    }

    /** Opens an address and waits until it is loaded and its own script is done. */
    public void open(URI address) {
        complaints.clear();
        requests.clear();
        CompletableFuture<JsonNode> loaded = new CompletableFuture<>();
        awaited.put("Page.loadEventFired", loaded);
        command("Page.navigate", Map.of("url", address.toString()));
        loaded.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        waitUntilDrawn();
    }

    /** Waits until what was asked for is drawn: a few frames. */
    public void waitUntilDrawn() {
        evaluate("new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 150))"
                + ".then(() => true)");
    }

    /** The value of an expression; a promise is waited for. */
    public JsonNode evaluate(String expression) {
        JsonNode answer = command(
                "Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(
                    expression + ": " + answer.get("exceptionDetails").toString());
        }
        return answer.get("result").path("value");
    }

    /** A screen of this size, and whether the system is in dark colours. */
    public void screen(int width, int height, boolean dark) {
        command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        command(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** A picture of what is on the screen, as a PNG file has it. */
    public byte[] picture() {
        return Base64.getDecoder()
                .decode(command("Page.captureScreenshot", Map.of("format", "png"))
                        .get("data")
                        .asString());
    }

    /** Errors and warnings since the page was opened. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** What was asked for since the page was opened. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        socket.abort();
        List<ProcessHandle> family = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        family.forEach(ProcessHandle::destroyForcibly);
        family.forEach(member ->
                member.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join());
        deleteProfile();
    }

    /** A helper of the browser may write to the profile to the last; what is left of it is no failure. */
    private void deleteProfile() {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(profile)) {
            all.forEach(files::add);
            for (int i = files.size() - 1; i >= 0; i--) {
                Files.deleteIfExists(files.get(i));
            }
        } catch (IOException | UncheckedIOException e) {
            profile.toFile().deleteOnExit();
        }
    }
}
