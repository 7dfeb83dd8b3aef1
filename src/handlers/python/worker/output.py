# The worker, part 3 of 7: what a hook prints, passed on with the call that printed it.
printing = threading.RLock()
unfinished = {}


class Output(io.TextIOBase):
    """Passes on, line by line, what is printed, with the call that printed it."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, name, fd):
        self.name = name
        self.fd = fd
        self.buffer = Bytes(self)

    def writable(self):
        return True

    def fileno(self):
        return self.fd

    def close(self):
        pass

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not " + type(text).__name__)
        if forked:
            os.write(self.fd, text.encode(errors="replace"))
            return len(text)
        call = running.get()
        with printing:
            lines = unfinished.get(call)
            if lines is None:
                send(json.dumps({"id": None, self.name: text}))
                return len(text)
            full, newline, rest = (lines.pop(self.name, "") + text).rpartition("\n")
            if len(rest) > 8192:
                full, newline, rest = full + newline + rest, "", ""
            if rest:
                lines[self.name] = rest
            if full or newline:
                send(json.dumps({"id": call, self.name: full + newline}))
        return len(text)

    def flush(self):
        if not forked:
            with printing:
                flush(running.get())


class Bytes(io.RawIOBase):
    def __init__(self, text):
        self.text = text

    def writable(self):
        return True

    def fileno(self):
        return self.text.fd

    def close(self):
        pass

    def write(self, data):
        data = bytes(data)
        self.text.write(data.decode("utf-8", "replace"))
        return len(data)


def flush(call):
    lines = unfinished.get(call)
    if lines:
        send(json.dumps(dict(lines, id=call)))
        lines.clear()


def finish(call, message):
    with printing:
        flush(call)
        unfinished.pop(call, None)
    send('{"id":%d,%s}' % (call, message))


def fail(call, kind, error, value=None):
    finish(call, '"failure":%s,"error":%s,"value":%s' % (json.dumps(kind), json.dumps(error), value or "null"))
