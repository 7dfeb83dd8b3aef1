import { libraryPart } from './library.ts';
import { loadPart } from './load.ts';
import { massgenPart } from './massgen.ts';
import { outputPart } from './output.ts';
import { replyPart } from './reply.ts';

/**
 * What `python -c` runs: it moves the wire and the lifeline away from the numbers that a hook might close, then reads the
 * worker's source from the wire, so that no file has to be found. Valid in every Python, to say which one is too old.
 */
export const pythonBoot = `
import os, sys
if sys.version_info < (3, 8):
    sys.exit('hookline needs Python 3.8 or later; this is %d.%d' % sys.version_info[:2])
# The current folder, where a hook's own json.py or socket.py would be taken for the one that the worker needs.
if sys.path[:1] == ['']:
    del sys.path[0]
import fcntl, resource
limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
first = 64 if limit < 0 or limit > 80 else max(5, limit - 16)
wire, lifeline = (fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, first) for fd in (3, 4))
os.close(3)
os.close(4)
reader = open(wire, 'rb', 65536)
source = reader.read(int(reader.readline()))
exec(compile(source, '<hookline>', 'exec'), {'__name__': 'hookline_worker', 'reader': reader, 'lifeline': lifeline})
`;

/** The socket to the host, and the end of the worker when the host is gone. */
const wirePart = String.raw`
import abc, collections.abc, contextvars, dataclasses, datetime, enum, fcntl, fnmatch, importlib, importlib.machinery, importlib.util
import inspect, io, json, os, re, signal, sys, threading, time, traceback, types, typing

wire = reader.fileno()
running = contextvars.ContextVar("hookline_call", default=None)
forked = False


def end():
    # The group is the worker's own, and what a hook started in it must not outlive it.
    os.kill(0, signal.SIGKILL)


def watch_host():
    # Ends the group when the host is gone, also while a hook keeps Python's lock. Linux only; elsewhere the reader notices.
    try:
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    except (AttributeError, OSError):
        pass


def leave_wire():
    # A fork of the worker is not the worker: what it answers or reads would be somebody else's.
    global forked
    forked = True
    for fd in (wire, lifeline):
        try:
            os.close(fd)
        except OSError:
            pass


sending = threading.RLock()


def send(message):
    if forked:
        os._exit(0)
    data = memoryview(message.encode() + b"\n")
    try:
        with sending:
            while data:
                data = data[os.write(wire, data):]
    except OSError:
        end()
`;

/**
 * Threads take turns at reading; whoever read a request runs it, so that a call costs no hand-over between threads.
 * Coroutines run in the main thread's event loop, which is started when the first one comes.
 */
const servePart = `
def handle(line):
    call = int(line[6:line.index(b",")])
    running.set(call)
    unfinished[call] = {}
    try:
        request = json.loads(line)
    except BaseException as problem:
        return fail(call, "missing", "the event cannot be read: " + last_line(problem))
    try:
        function, with_context = load(request["function"], request["watch"], request["quiet"])[:2]
    except BaseException as problem:
        return fail(call, "missing", str(problem) if isinstance(problem, Missing) else last_line(problem))
    try:
        event = HookEvent(request["event"])
        value = function(event, HookEvent(request["context"])) if with_context else function(event)
        if hasattr(value, "__await__"):
            return in_loop(call, value, request["limit"])
    except BaseException as problem:
        return raised(call, problem)
    answer(call, value, request["limit"])


loop = None
loop_wanted = threading.Event()
loop_ready = threading.Event()
tasks = set()


def in_loop(call, awaitable, limit):
    async def work():
        try:
            value = await awaitable
        except BaseException as problem:
            raised(call, problem)
        else:
            answer(call, value, limit)

    def start():
        task = loop.create_task(work())
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    loop_wanted.set()
    loop_ready.wait()
    loop.call_soon_threadsafe(start)


turn = threading.Lock()
counting = threading.Lock()
waiting = 0


def serve():
    global waiting
    while True:
        with counting:
            waiting += 1
        with turn:
            line = reader.readline()
            if not line:
                end()
            with counting:
                waiting -= 1
                nobody = waiting == 0
            if nobody:
                add_server()
        handle(line)
        if forked:
            os._exit(0)


def add_server():
    try:
        threading.Thread(target=serve, daemon=True).start()
    except RuntimeError:
        pass


def hides_library(folders):
    """Whether a module beside the hooks has the name of one of Python's own. Before 3.10, Python does not say which it has."""
    names = getattr(sys, "stdlib_module_names", None)
    is_module = lambda path: path.endswith((".py", ".so")) or os.path.exists(os.path.join(path, "__init__.py"))
    try:
        return names is None or any(
            file.partition(".")[0] in names and is_module(os.path.join(folder, file))
            for folder in folders for file in os.listdir(folder))
    except OSError:
        return True


watch_host()
os.register_at_fork(after_in_child=leave_wire)
threading.stack_size(16 * 1024 * 1024)
sys.stdout = Output("stdout", 1)
sys.stderr = Output("stderr", 2)
sys.argv = [""]
folders = json.loads(reader.readline())
# It takes half of the start and few hooks need it. What it imports in turn must be Python's own.
if hides_library(folders):
    import asyncio
sys.path[:0] = folders
send('{"ready":true}')
add_server()
loop_wanted.wait()
import asyncio
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
loop_ready.set()
while True:
    try:
        loop.run_forever()
    except BaseException:
        traceback.print_exc()
`;

/** The worker: requests and answers are lines of JSON on one socket. One text, so that a bundle needs no other file. */
export const pythonSource: string = [
  wirePart,
  libraryPart,
  outputPart,
  replyPart,
  loadPart,
  massgenPart,
  servePart,
].join('\n');
