package dev.tandem.runs.watch;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tandem.report.LivePage;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * Serves one page to browsers on this machine, and sends them events. It listens at the loopback address only, answers
 * only to its own name, so that no other site can have a browser ask it, and only to those who know its token.
 */
final class WatchServer implements AutoCloseable {
    /** Pages that are sent events at a time. */
    static final int MOST_PAGES = 16;

    private static final int BACKLOG = 16;

    /** A page that has gone is noticed when something is sent to it. */
    private static final long BREATH_MILLIS = 1000;

    private static final String HTML = "text/html; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService threads;
    private final String token;
    private final Buttons buttons;
    private final String page;

    /** The latest event of each kind, with the number of its sending; guarded by itself. */
    private final Map<String, Event> latest = new LinkedHashMap<>();

    private long sent;
    private int pages;
    private int reports;
    private boolean closed;

    private record Event(long number, String data) {}

    /** What can be asked for from the page. */
    interface Buttons {
        /** Whether the run will stop. */
        boolean stop();

        /** Whether the run will go on. */
        boolean goOn();

        /** The report that takes the place of the page, once there is one. */
        Optional<String> report();
    }

    private WatchServer(HttpServer server, String title, Buttons buttons) {
        this.server = server;
        this.buttons = buttons;
        page = LivePage.html(title);
        // 122 bits of chance; nothing that is sampled depends on them.
        token = UUID.randomUUID().toString().replace("-", "");
        ThreadFactory daemons = task -> {
            Thread thread = new Thread(task, "watch");
            thread.setDaemon(true);
            return thread;
        };
        threads = Executors.newCachedThreadPool(daemons);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
    }

    /**
     * Begins to serve.
     *
     * @param port the port to listen at; 0 for one that is free
     */
    static WatchServer start(String title, int port, Buttons buttons) throws IOException {
        InetSocketAddress here = new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        WatchServer started = new WatchServer(HttpServer.create(here, BACKLOG), title, buttons);
        started.server.start();
        return started;
    }

    URI address() {
        return URI.create("http://" + host() + "/" + token + "/");
    }

    private String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Sends an event to all pages, now and later: one that is opened is sent the latest of each kind. */
    void send(String kind, String data) {
        synchronized (latest) {
            Event before = latest.get(kind);
            if (before == null || !before.data().equals(data)) {
                latest.put(kind, new Event(++sent, data));
                latest.notifyAll();
            }
        }
    }

    /** Pages that are open. */
    int pages() {
        synchronized (latest) {
            return pages;
        }
    }

    /** Reports that were fetched in the place of the page. */
    int reports() {
        synchronized (latest) {
            return reports;
        }
    }

    private void answer(HttpExchange exchange) {
        try (exchange) {
            Headers asked = exchange.getRequestHeaders();
            String named = asked.getFirst("Host");
            if (named == null || !(named.equals(host()) || named.equals("localhost:" + port()))) {
                refuse(exchange, 403, "This page answers to " + host() + " only.");
                return;
            }
            String origin = asked.getFirst("Origin");
            if (origin != null && !origin.equals("http://" + named)) {
                refuse(exchange, 403, "Other pages may not ask this one.");
                return;
            }
            String[] parts = exchange.getRequestURI().getPath().split("/", 3);
            if (parts.length != 3 || !same(parts[1], token)) {
                refuse(exchange, 404, "There is no such page; the program that samples has printed its address.");
                return;
            }
            serve(exchange, exchange.getRequestMethod() + " " + parts[2]);
        } catch (IOException | RuntimeException e) {
            // The browser has gone, or asked for something impossible: neither is the run's concern.
        }
    }

    private int port() {
        return server.getAddress().getPort();
    }

    /** Takes the same time wherever they differ. */
    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private void serve(HttpExchange exchange, String wanted) throws IOException {
        switch (wanted) {
            case "GET " -> text(exchange, 200, HTML, page);
            case "GET events" -> events(exchange);
            case "GET report" -> report(exchange);
            case "POST stop" -> done(exchange, buttons.stop());
            case "POST go-on" -> done(exchange, buttons.goOn());
            default -> refuse(exchange, 404, "There is no such page.");
        }
    }

    private void done(HttpExchange exchange, boolean possible) throws IOException {
        if (possible) {
            text(exchange, 200, "text/plain; charset=utf-8", "");
        } else {
            refuse(exchange, 409, "That is not possible now.");
        }
    }

    private void report(HttpExchange exchange) throws IOException {
        Optional<String> html = buttons.report();
        if (html.isEmpty()) {
            refuse(exchange, 404, "There is no report yet.");
            return;
        }
        text(exchange, 200, HTML, html.get());
        synchronized (latest) {
            reports++;
            latest.notifyAll();
        }
    }

    private static void refuse(HttpExchange exchange, int code, String words) throws IOException {
        text(exchange, code, "text/plain; charset=utf-8", words + "\n");
    }

    private static void text(HttpExchange exchange, int code, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        headers(exchange, type);
        exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private static void headers(HttpExchange exchange, String type) {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Content-Security-Policy", LivePage.POLICY);
        headers.set("Cache-Control", "no-store");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("X-Content-Type-Options", "nosniff");
    }

    /** Sends what is new, and nothing twice, as long as somebody reads it. */
    private void events(HttpExchange exchange) throws IOException {
        synchronized (latest) {
            if (pages >= MOST_PAGES) {
                refuse(exchange, 503, "So many pages are open already.");
                return;
            }
            pages++;
        }
        try {
            headers(exchange, "text/event-stream; charset=utf-8");
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            long seen = 0;
            while (true) {
                StringBuilder news = new StringBuilder();
                synchronized (latest) {
                    if (sent == seen && !closed) {
                        latest.wait(BREATH_MILLIS);
                    }
                    for (Map.Entry<String, Event> event : inOrder()) {
                        if (event.getValue().number() > seen) {
                            news.append("event: ").append(event.getKey()).append("\ndata: ");
                            news.append(event.getValue().data()).append("\n\n");
                        }
                    }
                    seen = sent;
                    if (closed && news.isEmpty()) {
                        return;
                    }
                }
                out.write((news.isEmpty() ? ":\n\n" : news.toString()).getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (latest) {
                pages--;
                latest.notifyAll();
            }
        }
    }

    private List<Map.Entry<String, Event>> inOrder() {
        List<Map.Entry<String, Event>> events = new ArrayList<>(latest.entrySet());
        events.sort((one, other) ->
                Long.compare(one.getValue().number(), other.getValue().number()));
        return events;
    }

    /** Sends what is left to be sent, and ends. */
    @Override
    public void close() {
        synchronized (latest) {
            closed = true;
            latest.notifyAll();
        }
        server.stop(pages() == 0 ? 0 : 1);
        threads.shutdownNow();
    }
}
