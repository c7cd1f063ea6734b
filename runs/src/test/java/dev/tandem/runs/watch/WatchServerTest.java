package dev.tandem.runs.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is answered by the page of a run, who is not, and what those are sent who are. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WatchServerTest {
    private final AtomicInteger stops = new AtomicInteger();
    private WatchServer server;

    @BeforeEach
    void start() throws IOException {
        server = WatchServer.start("<script>alert(1)</script>", 0, new WatchServer.Buttons() {
            @Override
            public boolean stop() {
                return stops.incrementAndGet() == 1;
            }

            @Override
            public boolean goOn() {
                return false;
            }

            @Override
            public Optional<String> report() {
                return Optional.empty();
            }
        });
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** The status line and all else that is sent until the server has no more to say, of a request written by hand. */
    private List<String> ask(String method, String path, String... headers) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            String request = method + " " + path + " HTTP/1.1\r\n" + String.join("\r\n", headers)
                    + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            List<String> lines = new ArrayList<>();
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
            return lines;
        }
    }

    private String host() {
        return "Host: " + server.address().getAuthority();
    }

    private String path(String name) {
        return server.address().getPath() + name;
    }

    @Test
    void whoKnowsTheAddressGetsThePage() throws IOException {
        List<String> answer = ask("GET", path(""), host());
        assertThat(answer.get(0)).contains("200");
        assertThat(answer).anyMatch(line -> line.startsWith("Content-security-policy: default-src 'none'"));
        assertThat(String.join("\n", answer))
                .contains("<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>")
                .doesNotContain("<script>alert(1)");
        assertThat(ask("GET", path(""), "Host: localhost:" + server.address().getPort())
                        .get(0))
                .contains("200");
    }

    @Test
    void nobodyElseDoes() throws IOException {
        String wrong = "/" + "0".repeat(32) + "/";
        assertThat(ask("GET", wrong, host()).get(0)).contains("404");
        assertThat(ask("GET", "/", host()).get(0)).contains("404");
        assertThat(ask("GET", wrong + "events", host()).get(0)).contains("404");
        assertThat(ask("POST", wrong + "stop", host()).get(0)).contains("404");
        // A site whose name was made to lead here, and a page of another site that asks.
        assertThat(ask("GET", path(""), "Host: example.org").get(0)).contains("403");
        assertThat(ask("POST", path("stop"), host(), "Origin: http://example.org")
                        .get(0))
                .contains("403");
        assertThat(ask("POST", path("stop"), host(), "Origin: null").get(0)).contains("403");
        assertThat(stops).hasValue(0);
    }

    @Test
    void buttonsArePressedByPostAlone() throws IOException {
        assertThat(ask("GET", path("stop"), host()).get(0)).contains("404");
        assertThat(stops).hasValue(0);
        assertThat(ask("POST", path("stop"), host()).get(0)).contains("200");
        assertThat(ask("POST", path("stop"), host()).get(0)).contains("409");
        assertThat(ask("POST", path("go-on"), host()).get(0)).contains("409");
        assertThat(ask("GET", path("report"), host()).get(0)).contains("404");
    }

    @Test
    void itListensAtTheLoopbackAddressOnly() throws IOException {
        for (InetAddress other :
                InetAddress.getAllByName(InetAddress.getLocalHost().getHostName())) {
            if (!other.isLoopbackAddress()) {
                assertThatThrownBy(() -> {
                            try (Socket socket = new Socket()) {
                                socket.connect(
                                        new InetSocketAddress(
                                                other, server.address().getPort()),
                                        2000);
                            }
                        })
                        .isInstanceOf(IOException.class);
            }
        }
        assertThat(server.address().getHost()).isEqualTo("127.0.0.1");
    }

    @Test
    void aPortInUseIsSaid() {
        assertThatThrownBy(() -> WatchServer.start("again", server.address().getPort(), null))
                .isInstanceOf(BindException.class);
    }

    @Test
    void whoComesLateIsSentTheLatestOfEachKind() throws Exception {
        server.send("state", "1");
        server.send("state", "2");
        server.send("look", "3");
        URI events = server.address().resolve("events");
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(events.toURL().openStream(), StandardCharsets.UTF_8))) {
            assertThat(next(in)).isEqualTo("event: state");
            assertThat(next(in)).isEqualTo("data: 2");
            assertThat(next(in)).isEqualTo("event: look");
            assertThat(next(in)).isEqualTo("data: 3");
            assertThat(server.pages()).isEqualTo(1);
            server.send("look", "4");
            assertThat(next(in)).isEqualTo("event: look");
            assertThat(next(in)).isEqualTo("data: 4");
        }
        // The page is closed: that is noticed, and what is sent afterwards harms nobody.
        for (int i = 0; server.pages() > 0; i++) {
            server.send("look", "later " + i);
            Thread.sleep(50);
        }
    }

    private static String next(BufferedReader in) throws IOException {
        String line = in.readLine();
        while (line.isEmpty() || line.equals(":")) {
            line = in.readLine();
        }
        return line;
    }
}
