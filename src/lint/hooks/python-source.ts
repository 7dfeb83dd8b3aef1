/** Reads modules and scripts without running them. What's unknown is left out. */
export const pythonReader: string = `
import ast, json, os, sys
from importlib.machinery import PathFinder

own = [path for path in sys.path if path not in ("",)]


def located(parts, roots):
    """The file of a module; None when there is none, "" when it is no file that can be read."""
    places = roots + own
    spec = None
    for index in range(len(parts)):
        if places is None:
            return None
        spec = PathFinder.find_spec(".".join(parts[: index + 1]), list(places))
        if spec is None and parts[index] in sys.builtin_module_names:
            return ""
        if spec is None:
            return None
        places = spec.submodule_search_locations
    return spec.origin if spec.origin and spec.origin.endswith(".py") else ""


def parsed(file):
    with open(file, "rb") as stream:
        return ast.parse(stream.read(), file)


def inner(body):
    """The statements of a module or a class, also those in branches."""
    for node in body:
        yield node
        for field in ("body", "orelse", "finalbody"):
            if isinstance(node, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
                yield from inner(getattr(node, field, []))
        for handler in getattr(node, "handlers", []):
            yield from inner(handler.body)


def defined(body):
    names = {}
    for node in inner(body):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names[node.name] = node
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                for each in ast.walk(target):
                    if isinstance(each, ast.Name):
                        names[each.id] = node.value
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign)) and isinstance(node.target, ast.Name):
            names[node.target.id] = node.value
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                names[(alias.asname or alias.name).split(".")[0]] = None
    return names


def callable_problem(node, is_method):
    if isinstance(node, (ast.Constant, ast.Dict, ast.List, ast.Tuple, ast.Set, ast.JoinedStr)):
        return "is not a function"
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return None
    given = node.args
    places = given.posonlyargs + given.args
    if is_method and getattr(node, "decorator_list", []):
        return None
    count = len(places) - (1 if is_method else 0)
    if count == 0 and given.vararg is None:
        return "takes no argument, and is called with the event"
    if count - len(given.defaults) > 2:
        return "takes %d arguments, and is called with the event" % (count - len(given.defaults))
    return None


def dropped(node):
    for each in ast.walk(node) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else []:
        call = each.value if isinstance(each, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ("deny", "ask"):
            if isinstance(call.func.value, ast.Name) and call.func.value.id == "HookResult":
                return "makes HookResult.%s(...) in line %d and does not return it" % (call.func.attr, each.lineno)
    return None


deciding = {"decision", "permissionDecision", "abort", "allowed", "hookSpecificOutput"}


def name_of(function):
    if isinstance(function, ast.Attribute):
        before = name_of(function.value)
        return None if before is None else before + "." + function.attr
    return function.id if isinstance(function, ast.Name) else None


def decides(node):
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value in deciding or any('"%s"' % word in node.value for word in deciding)
    return isinstance(node, ast.Attribute) and name_of(node) in ("HookResult.deny", "HookResult.ask")


def unheard(node):
    """An answer that is printed, or an exit code, which count for commands alone."""
    for each in ast.walk(node) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else []:
        name = name_of(each.func) if isinstance(each, ast.Call) else None
        if name in ("sys.exit", "exit", "quit", "os._exit"):
            return "calls %s in line %d, and a function answers by what it returns, such as HookResult.deny(...)" % (name, each.lineno)
        if name in ("print", "sys.stdout.write") and any(decides(part) for given in each.args for part in ast.walk(given)):
            return "prints its answer in line %d, which hookline does not read; return it" % each.lineno
    return None


def changed(node):
    """An event that is changed in place by a function that returns nothing."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or not node.args.args:
        return None
    if any(isinstance(each, ast.Return) and each.value is not None for each in ast.walk(node)):
        return None
    given = {argument.arg for argument in node.args.args}
    for each in ast.walk(node):
        targets = each.targets if isinstance(each, ast.Assign) else [each.target] if isinstance(each, ast.AugAssign) else []
        for target in targets:
            root = target
            while isinstance(root, (ast.Subscript, ast.Attribute)):
                root = root.value
            if root is not target and isinstance(root, ast.Name) and root.id in given:
                return "changes the event in place in line %d, which has no effect; return HookResult(updated_input=...)" % each.lineno
    return None


def silent(node):
    """Whether a function makes an answer, returns nothing, and calls nothing that could raise."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or not any(decides(each) for each in ast.walk(node)):
        return False
    for each in ast.walk(node):
        if isinstance(each, (ast.Raise, ast.Yield, ast.YieldFrom, ast.Await, ast.Assert)):
            return False
        if isinstance(each, ast.Return) and not (each.value is None or isinstance(each.value, ast.Constant)):
            return False
        if isinstance(each, ast.Call) and name_of(each.func) not in ("print", "len", "str", "json.dumps", "event.get"):
            return False
    return True


def script(request):
    file = request["script"]
    body = parsed(file).body
    still = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)
    names = [node.name for node in body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    rest = [node for node in body if not isinstance(node, still)]
    if not names or any(not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in rest):
        return None
    # An assignment may call a function, and that may end the script.
    values = [node for node in body if isinstance(node, (ast.Assign, ast.AnnAssign))]
    if any(isinstance(each, ast.Call) for node in values for each in ast.walk(node)):
        return None
    return {"file": file, "uncalled": names[-1]}


def modules_in(folder):
    try:
        names = [name for name in os.listdir(folder) if name.endswith(".py") or os.path.isdir(os.path.join(folder, name))]
    except OSError:
        return []
    return sorted({name.split(".")[0] for name in names})


def handler(request):
    parts = request["runs"].split(".")
    for end in range(len(parts) - 1, 0, -1):
        file = located(parts[:end], request["roots"])
        if file is None:
            continue
        if file == "":
            return None
        body = parsed(file).body
        names = defined(body)
        is_open = "__getattr__" in names or any(
            isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names) for node in inner(body)
        )
        node, path, known, is_method = None, [], names, False
        for name in parts[end:]:
            path.append(name)
            if known is None:
                return None
            if name not in known:
                beside = modules_in(os.path.dirname(file)) if file.endswith("__init__.py") else []
                return None if is_open else {"file": file, "missing": ".".join(path), "names": sorted(known) + beside}
            node = known[name]
            is_method = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and known is not names
            known = defined(node.body) if isinstance(node, ast.ClassDef) and not node.bases else None
        wrong = callable_problem(node, is_method) or dropped(node)
        if wrong is not None:
            return {"file": file, "wrong": ".".join(path) + " " + wrong}
        lost = unheard(node)
        if lost is not None:
            return {"file": file, "unheard": ".".join(path) + " " + lost}
        edited = changed(node)
        if edited is not None:
            return {"file": file, "changed": ".".join(path) + " " + edited}
        return {"file": file, "silent": ".".join(path)} if silent(node) else None
    return {"module": parts[0] if len(parts) == 2 else ".".join(parts[:-1]), "names": modules_in(request["roots"][0])}


answers = []
for request in json.load(sys.stdin):
    try:
        answers.append(handler(request) if "runs" in request else script(request))
    except SyntaxError as problem:
        answers.append({"file": problem.filename, "syntax": problem.msg, "line": problem.lineno})
    except Exception:
        answers.append(None)
json.dump(answers, sys.stdout)
`;
