package dev.tandem.serve;

import dev.tandem.draws.NearMiss;
import dev.tandem.inference.basis.Program;
import dev.tandem.sampling.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers requests from one stream on another until the first one ends. Every request has one answer, in whatever order
 * they are ready; what takes long is done beside the reading, so that it can be stopped. Nothing that a client sends ends
 * the server.
 */
public final class Server {
    /** The version of what goes over the streams. A change that an older client would misunderstand raises it. */
    public static final int PROTOCOL = 1;

    /** More at a time than this, and a client has lost count. */
    private static final int MOST_AT_A_TIME = 64;

    /** What is being written when the client goes is finished, if it does not take longer than this. */
    private static final long FAREWELL_SECONDS = 5;

    private static final String ID = "id";
    private static final String HELLO = "hello";
    private static final String CANCEL = "cancel";

    private final FrameSource in;
    private final FrameSink out;
    private final ExecutorService workers = Executors.newCachedThreadPool(task -> thread(task, "request"));
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> thread(task, "clock"));
    private final Requests requests = new Requests(clock);
    private final Map<JsonNode, Cancellation> underWay = new ConcurrentHashMap<>();
    private boolean greeted;

    private Server(FrameSource in, FrameSink out) {
        this.in = in;
        this.out = out;
    }

    /** A server that speaks in frames of bytes. */
    public static Server ofFrames(InputStream in, OutputStream out) {
        return new Server(new FrameReader(in), new FrameWriter(out));
    }

    /** A server that speaks in lines of text. */
    public static Server ofLines(InputStream in, OutputStream out) {
        Lines lines = new Lines(in, out);
        return new Server(lines, lines);
    }

    private static Thread thread(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Answers until there is nothing more to read; then stops what is under way. */
    public void serve() throws IOException {
        try {
            Optional<Frame> frame = next();
            while (frame.isPresent()) {
                begin(frame.get());
                frame = next();
            }
        } catch (UncheckedIOException e) {
            // Nobody reads the answers any more, which is an end as well.
        } finally {
            close();
        }
    }

    /** The next frame that can be read; those that cannot are refused. */
    private Optional<Frame> next() throws IOException {
        while (true) {
            try {
                return in.next();
            } catch (MalformedFrameException e) {
                // At once: of a length that is nonsense the rest may never come.
                refuse(JsonNodeFactory.instance.nullNode(), RefusedException.request(e.getMessage()));
                in.skip(e.rest());
            }
        }
    }

    private void close() {
        underWay.values().forEach(Cancellation::cancel);
        clock.shutdownNow();
        workers.shutdown();
        try {
            workers.awaitTermination(FAREWELL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void begin(Frame frame) {
        JsonNode id = Optional.ofNullable(frame.message().get(ID)).orElseGet(JsonNodeFactory.instance::nullNode);
        try {
            if (!id.isString() && !id.isIntegralNumber()) {
                throw RefusedException.request("the request needs the field id, text or a whole number");
            }
            Fields request = new Fields("the request", frame.message());
            request.has(ID);
            String name = request.needText("do");
            if (name.equals(HELLO)) {
                send(id, Frame.of(hello(request)));
            } else if (!greeted) {
                throw new RefusedException(RefusedException.Kind.PROTOCOL, "the first request must be " + HELLO);
            } else if (name.equals(CANCEL)) {
                send(id, Frame.of(cancel(request)));
            } else {
                beginWork(id, name, request, frame.body());
            }
        } catch (RefusedException e) {
            refuse(id, e);
        }
    }

    private void beginWork(JsonNode id, String name, Fields request, ByteBuffer body) {
        Requests.Work work = requests.find(name)
                .orElseThrow(() -> RefusedException.request("unknown request " + name + NearMiss.hint(name, names())));
        if (underWay.size() >= MOST_AT_A_TIME) {
            throw RefusedException.request("more than " + MOST_AT_A_TIME + " requests at a time");
        }
        Cancellation cancellation = new Cancellation();
        if (underWay.putIfAbsent(id, cancellation) != null) {
            throw RefusedException.request("a request with the id " + id + " is under way");
        }
        workers.execute(() -> {
            try {
                work(id, work, new Requests.Asked(request, body, cancellation, event -> send(id, Frame.of(event))));
            } catch (UncheckedIOException e) {
                // The client has gone; so will this process.
            }
        });
    }

    /** Does a request. Whatever goes wrong in it is the answer to it, and leaves the others alone. */
    private void work(JsonNode id, Requests.Work work, Requests.Asked asked) {
        Frame answer = null;
        Throwable failure = null;
        try {
            answer = work.answer(asked);
        } catch (Throwable e) {
            failure = e;
        }
        // Before the answer is sent: whoever has it may use the id again.
        underWay.remove(id);
        if (failure == null) {
            send(id, answer);
        } else {
            refuse(id, failure);
        }
    }

    private List<String> names() {
        List<String> names = new ArrayList<>(requests.names());
        names.addAll(List.of(HELLO, CANCEL));
        names.sort(null);
        return names;
    }

    private ObjectNode hello(Fields request) {
        long protocol = request.needWhole("protocol");
        request.text("client");
        request.nothingElse();
        if (protocol != PROTOCOL) {
            throw new RefusedException(
                    RefusedException.Kind.PROTOCOL,
                    "this program speaks version " + PROTOCOL + " of the protocol, not " + protocol + ": "
                            + (protocol > PROTOCOL ? "take a newer program" : "take a newer client"));
        }
        greeted = true;
        ObjectNode answer = Answers.object();
        answer.put("protocol", PROTOCOL);
        answer.put("program", Program.version());
        answer.put("java", Program.java());
        answer.put("longest_body", in.longestBody());
        Answers.words(answer, "requests", names());
        return answer;
    }

    private ObjectNode cancel(Fields request) {
        Cancellation cancellation = underWay.get(request.need("request"));
        request.nothingElse();
        if (cancellation != null) {
            cancellation.cancel();
        }
        ObjectNode answer = Answers.object();
        answer.put("cancelled", cancellation != null);
        return answer;
    }

    private void send(JsonNode id, Frame frame) {
        ObjectNode message = Answers.object();
        message.set(ID, id);
        message.setAll(frame.message());
        out.write(new Frame(message, frame.body()));
    }

    private void refuse(JsonNode id, Throwable failure) {
        ObjectNode message = Answers.object();
        message.set("error", Answers.error(failure));
        send(id, Frame.of(message));
    }
}
