# The worker, part 4 of 7: what a function returned or raised, as the answer to its call.
def last_line(problem):
    """What the traceback ends with, as one line."""
    if isinstance(problem, SyntaxError):
        text = "%s: %s" % (type(problem).__name__, problem)
    else:
        text = traceback.format_exception_only(type(problem), problem)[-1]
    return " ".join(text.split())


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


# By these an object is known for a reply; any wire has some of them.
reply_fields = (
    "abort", "additionalContext", "allowed", "async", "asyncTimeout", "behavior", "continue", "decision",
    "hookSpecificOutput", "inject", "modified_args", "modify", "permissionDecision", "permissionDecisionReason", "reason",
    "stopReason", "suppressOutput", "systemMessage", "updatedInput", "updated_input",
    "updated_output",
)


class Unclear(Exception):
    pass


def names_in(value):
    """The public attributes of an object: its own, its slots, and whatever else has the name of a reply's field."""
    names = list(getattr(value, "__dataclass_fields__", ())) + list(getattr(value, "__dict__", ()))
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else list(slots)
    return [name for name in dict.fromkeys(names + list(reply_fields)) if not name.startswith("_")]


unset = object()


def fields_of(value):
    """An object stands for its fields; those that are None were not set."""
    kind = type(value).__name__
    fields = {}
    is_reply = False
    for name in names_in(value):
        try:
            field = getattr(value, name, unset)
        except Exception as problem:
            raise Unclear("answered a %s whose %s cannot be read: %s" % (kind, name, last_line(problem))) from None
        if field is unset or callable(field):
            continue
        is_reply = is_reply or name in reply_fields
        if field is not None:
            fields[name] = field
    if not is_reply:
        raise Unclear("answered a value of type %s, which has no field of a reply" % kind)
    return fields


def as_reply(value, is_inner=False):
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return dict(value._asdict())
    if isinstance(value, (list, tuple)):
        return value if is_inner else [as_reply(each, True) for each in value]
    if value is None or isinstance(value, (dict, str, int, float)):
        return value
    return dict(value) if isinstance(value, collections.abc.Mapping) else fields_of(value)


def as_json(part):
    if hasattr(type(part), "__dataclass_fields__"):
        return {name: getattr(part, name) for name in part.__dataclass_fields__}
    if isinstance(part, enum.Enum):
        return part.value
    if isinstance(part, (datetime.date, datetime.time)):
        return part.isoformat()
    if isinstance(part, collections.abc.Mapping):
        return dict(part)
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
    except Unclear as error:
        return fail(call, "unclear", str(error))
    except Exception as error:
        problem = "its reply is not JSON: " + last_line(error)
    try:
        rest = dump(readable(value))
    except Exception:
        rest = "null"
    fail(call, "invalid", problem, rest if len(rest) <= limit else None)
