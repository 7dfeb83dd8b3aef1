/** What a function returned or raised, as the answer to its call. */
export const replyPart: string = `
def last_line(problem):
    if isinstance(problem, SyntaxError):
        return "%s: %s" % (type(problem).__name__, problem)
    return traceback.format_exception_only(type(problem), problem)[-1].strip()


def raised(call, problem):
    if isinstance(problem, SystemExit):
        return fail(call, "exit", "called sys.exit(%s)" % ("" if problem.code is None else repr(problem.code)))
    frames = problem.__traceback__
    while frames and frames.tb_frame.f_code.co_filename == "<hookline>":
        frames = frames.tb_next
    try:
        sys.stderr.write("".join(traceback.format_exception(type(problem), problem, frames)))
    except Exception:
        pass
    fail(call, "threw", last_line(problem))


reply_fields = ("allowed", "decision", "reason", "updated_input", "modified_args", "inject")


def as_reply(value):
    """A returned object stands for its fields; those that are None were not set."""
    if value is None or isinstance(value, (dict, list, tuple, str, int, float)):
        return value
    names = list(getattr(value, "__dataclass_fields__", None) or getattr(value, "__dict__", ()))
    fields = {}
    for name in names + [name for name in reply_fields if name not in names]:
        field = None if name.startswith("_") else getattr(value, name, None)
        if field is not None and not callable(field):
            fields[name] = field
    if not fields:
        raise TypeError("a %s is not a reply" % type(value).__name__)
    return fields


def as_json(part):
    if hasattr(type(part), "__dataclass_fields__"):
        return {name: getattr(part, name) for name in part.__dataclass_fields__}
    if isinstance(part, enum.Enum):
        return part.value
    raise TypeError("a value of type %s is not JSON" % type(part).__name__)


def dump(value):
    return json.dumps(value, default=as_json, allow_nan=False, separators=(",", ":"))


def readable(value, depth=0):
    """What can travel of a reply that cannot travel whole, so that a deny in it still counts."""
    if isinstance(value, dict) and depth < 20:
        parts = ((key, readable(part, depth + 1)) for key, part in value.items() if isinstance(key, str))
        return {key: part for key, part in parts if part is not None}
    if isinstance(value, str):
        return value if len(value) < 10000 else None
    return value if isinstance(value, bool) else None


def answer(call, value, limit):
    problem = None
    try:
        value = as_reply(value)
        text = dump(value)
        if len(text) <= limit:
            return finish(call, '"value":' + text)
        problem = "answered %d bytes; at most %d are read" % (len(text), limit)
    except Exception as error:
        problem = "its reply is not JSON: " + last_line(error)
    try:
        rest = dump(readable(value))
    except Exception:
        rest = "null"
    fail(call, "invalid", problem, rest if len(rest) <= limit else None)
`;
