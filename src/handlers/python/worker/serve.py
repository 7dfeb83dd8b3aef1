# The worker, part 7 of 7: runs the calls.
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
