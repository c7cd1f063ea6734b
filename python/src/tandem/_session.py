"""One Java process that answers requests: frames over its standard streams, several requests at a time."""

from __future__ import annotations

import atexit
import collections
import itertools
import json
import os
import queue
import signal
import struct
import subprocess
import tempfile
import threading
from typing import IO, Any, Callable, Optional

from . import _java
from ._errors import SessionError, from_answer
from ._version import PROTOCOL, VERSION

_LENGTHS = struct.Struct(">II")

#: How long a process that was told to end may take to do so.
_FAREWELL_SECONDS = 10

#: Waiting is cut into pieces of this length, since on Windows a wait without end cannot be interrupted.
_WAIT_SECONDS = 0.2

#: Of what the process complained about, the last bytes are told.
_LONGEST_COMPLAINT = 8_000

Message = dict[str, Any]


class Session:
    """A process and the requests to it. Threads may share it."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._answers: dict[int, queue.SimpleQueue[Optional[tuple[Message, bytes]]]] = {}
        self._writing = threading.Lock()
        self._forgotten: collections.deque[int] = collections.deque()
        # A file and no pipe: what Java does after this process has gone would break with the pipe.
        self._complaints = tempfile.TemporaryFile()
        self._ended = False
        self._kept = _java.kept()
        self._sampled = False
        try:
            self._process = subprocess.Popen(
                _java.command(self._kept.words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                # Ctrl-C is for this process, which then asks the other one to stop.
                start_new_session=os.name != "nt",
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as failure:
            raise SessionError(f"Java cannot be started: {failure}") from None
        self._reading = threading.Thread(target=self._read, name="tandem-answers", daemon=True)
        self._reading.start()
        try:
            self.hello = self.ask({"do": "hello", "protocol": PROTOCOL, "client": f"tandem-bayes {VERSION}"})[0]
        except BaseException:
            # What does not speak with this package is not left behind.
            self.close()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return not self._ended and self._process.poll() is None

    def ask(
        self,
        request: Message,
        body: bytes = b"",
        *,
        event: Optional[Callable[[Message], None]] = None,
        stoppable: bool = False,
    ) -> tuple[Message, bytes]:
        """Sends a request and waits for its answer.

        With ``stoppable``, Ctrl-C asks the other process to stop, and what it has till then is the answer; the second
        Ctrl-C leaves without one.
        """
        while self._forgotten:
            self._send({"do": "forget", "run": self._forgotten.popleft(), "id": f"forget-{next(self._numbers)}"}, b"")
        number = next(self._numbers)
        answers: queue.SimpleQueue[Optional[tuple[Message, bytes]]] = queue.SimpleQueue()
        self._answers[number] = answers
        try:
            return self._await(number, answers, {**request, "id": number}, body, event, stoppable)
        except KeyboardInterrupt:
            self._cancel(number)
            raise
        finally:
            self._answers.pop(number, None)

    def _await(
        self,
        number: int,
        answers: queue.SimpleQueue[Optional[tuple[Message, bytes]]],
        request: Message,
        body: bytes,
        event: Optional[Callable[[Message], None]],
        stoppable: bool,
    ) -> tuple[Message, bytes]:
        stopping = False
        with _Interrupts(stoppable) as interrupts:
            self._send(request, body)
            while True:
                if interrupts.heard and not stopping:
                    stopping = True
                    self._cancel(number)
                try:
                    answer = answers.get(timeout=_WAIT_SECONDS)
                except queue.Empty:
                    if self._ended and answers.empty():
                        raise self._death() from None
                    continue
                if answer is None:
                    raise self._death()
                message, received = answer
                if "event" in message:
                    if event is not None:
                        event(message)
                    continue
                if "error" in message:
                    raise from_answer(message["error"])
                message["interrupted"] = stopping
                self._sampled = self._sampled or request.get("do") == "sample"
                return message, received

    def _cancel(self, number: int) -> None:
        try:
            self._send({"do": "cancel", "request": number, "id": f"cancel-{number}"}, b"")
        except SessionError:
            pass

    def forget(self, run: int) -> None:
        """Lets the process forget a run at the next occasion: this is called from wherever Python collects garbage."""
        self._forgotten.append(run)

    def _send(self, message: Message, body: bytes) -> None:
        text = json.dumps(message, allow_nan=False).encode()
        stream = self._process.stdin
        assert stream is not None
        try:
            with self._writing:
                stream.write(_LENGTHS.pack(len(text), len(body)))
                stream.write(text)
                if body:
                    stream.write(body)
                stream.flush()
        except (OSError, ValueError):
            # What the process said before it ended is worth more than that a pipe is broken.
            self._reading.join(timeout=5)
            raise self._death() from None

    def _death(self) -> SessionError:
        try:
            code: Optional[int] = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            code = None
        self._complaints.seek(max(0, self._complaints.seek(0, os.SEEK_END) - _LONGEST_COMPLAINT))
        said = self._complaints.read().decode("utf-8", "replace").rstrip()
        return SessionError(
            f"the Java process has ended (exit code {code}); the next call starts another one, but runs are lost"
            + (f". It said:\n{said}" if said else "")
        )

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            while True:
                message_length, body_length = _LENGTHS.unpack(_exactly(stream, _LENGTHS.size))
                message = json.loads(_exactly(stream, message_length))
                body = _exactly(stream, body_length)
                answers = self._answers.get(message.get("id"))
                if answers is not None:
                    answers.put((message, body))
        except (EOFError, OSError, ValueError):
            pass
        finally:
            self._ended = True
            for answers in list(self._answers.values()):
                answers.put(None)

    def close(self) -> None:
        """Ends the process."""
        self._ended = True
        if self._kept.recording and not self._sampled:
            # It has not seen what is worth keeping.
            self._process.kill()
            self._process.wait()
            self._kept.give_up()
            return
        try:
            if self._process.stdin is not None:
                self._process.stdin.close()
        except OSError:
            pass
        if self._kept.recording:
            # Nobody waits for what it writes for later sessions; it ends by itself, some seconds from now.
            return
        try:
            self._process.wait(timeout=_FAREWELL_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _abandon(self) -> None:
        """In a fork: closes this process's copies of the streams, so that the other one's end is seen."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    os.close(stream.fileno())
                except (OSError, ValueError):
                    pass


class _Interrupts:
    """Hears Ctrl-C instead of being thrown out by it, which could be anywhere, with an answer just read; the second is thrown."""

    def __init__(self, wanted: bool) -> None:
        self.heard = False
        # Only the main thread is interrupted, and whoever has a handler of his own keeps it.
        self._wanted = (
            wanted
            and threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )

    def _hear(self, number: int, frame: Any) -> None:
        if self.heard:
            raise KeyboardInterrupt
        self.heard = True

    def __enter__(self) -> _Interrupts:
        if self._wanted:
            signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *failure: Any) -> None:
        if self._wanted:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError
    return data


class _Current:
    """The session that all models of this process share."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.session: Optional[Session] = None


_current = _Current()


def current() -> Session:
    """The session, started if there is none or it has died."""
    with _current.lock:
        if _current.session is None or not _current.session.alive:
            _current.session = Session()
        return _current.session


def shutdown() -> None:
    """Ends the Java process, if there is one. The next model starts another."""
    with _current.lock:
        session, _current.session = _current.session, None
    if session is not None:
        session.close()


def _forked() -> None:
    session = _current.session
    _current.lock = threading.Lock()
    _current.session = None
    if session is not None:
        session._abandon()


atexit.register(shutdown)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
