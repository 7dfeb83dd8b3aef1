# The worker, part 5 of 7: from `module.function` to the function, and to the new one when its file has changed.
class Missing(Exception):
    pass


functions = {}
modules = {}
loading = {}


def stamp(module):
    file = getattr(module, "__file__", None)
    if file is None:
        return None
    try:
        status = os.stat(file)
    except OSError:
        raise Missing("%s is gone" % file) from None
    return status.st_mtime_ns, status.st_size, status.st_ino


def find(path):
    """The module in the path, the longest that can be imported, and the names behind it."""
    parts = path.split(".")
    if len(parts) < 2 or "" in parts:
        raise Missing('"%s" is not the path of a function; write module.function' % path)
    first = None
    for end in range(len(parts) - 1, 0, -1):
        name = ".".join(parts[:end])
        try:
            module = importlib.import_module(name)
            # The folder of MassGen's hooks is a stand-in, and what else is looked for in it is not there.
            if first is None or not isinstance(module.__loader__, MassgenFinder):
                return module, parts[end:]
        except ModuleNotFoundError as problem:
            first = first or problem
            # A module that exists but lacks one of its own imports is the problem itself.
            if problem.name is None or not (name + ".").startswith(problem.name + "."):
                raise
    raise first


def refresh(module, quiet):
    name = module.__name__
    with loading.setdefault(name, threading.RLock()):
        module = sys.modules.get(name, module)
        now = stamp(module)
        if modules.setdefault(name, now) == now:
            return module
        # Half of a file may well be a whole module, with less in it.
        if now is not None and abs(time.time() - now[0] / 1e9) < quiet:
            return module
        # A module of its own, so that calls at work keep theirs; from the source, since bytecode is only dated by the second.
        fresh = importlib.util.module_from_spec(module.__spec__)
        code = compile(module.__spec__.loader.get_data(module.__file__), module.__file__, "exec", dont_inherit=True)
        exec(code, fresh.__dict__)
        modules[name] = now
        sys.modules[name] = fresh
        parent, _, child = name.rpartition(".")
        if parent in sys.modules:
            setattr(sys.modules[parent], child, fresh)
        return fresh


def load(path, watch, quiet):
    known = functions.get(path)
    if known is not None and not watch:
        return known
    if known is None:
        importlib.invalidate_caches()
        if watch:
            sys.dont_write_bytecode = True
        module, names = find(path)
    else:
        module, names = known[2:]
    if watch:
        module = refresh(module, quiet)
        if known is not None and module is known[2]:
            return known
    function = module
    for name in names:
        if not hasattr(function, name):
            raise Missing('%s has no function "%s"' % (module.__name__, ".".join(names)))
        function = getattr(function, name)
    function = as_function(function, names[-1])
    if not callable(function):
        raise Missing("%s is a %s, not a function" % (path, type(function).__name__))
    functions[path] = function, takes_context(function), module, names
    return functions[path]


def takes_context(function):
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return False
    places = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    return len(places) > 1 and (places[1].name == "context" or places[1].default is places[1].empty)
