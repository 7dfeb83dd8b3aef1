# The worker, part 2 of 7: the module `hookline`, as a hook in Python imports it.
def moment(value):
    """A time stamp as a datetime. One without a zone is in UTC, as all that hookline writes."""
    if not isinstance(value, str):
        return value
    # Before Python 3.11 a fraction had three or six digits, and Z was unknown.
    text = re.sub(r"[.,](\d+)", lambda match: "." + (match.group(1) + "000000")[:6], value.strip())
    try:
        read = datetime.datetime.fromisoformat(re.sub("[zZ]$", "+00:00", text))
    except ValueError:
        raise ValueError("the event has the timestamp %r, which is no date" % value) from None
    return read if read.tzinfo else read.replace(tzinfo=datetime.timezone.utc)


@dataclasses.dataclass(init=False, repr=False, eq=False)
class HookEvent(dict):
    """What happened: event["tool_name"] and event.tool_name are the same; event.timestamp is a datetime, its item text."""

    hook_type: str
    session_id: str
    orchestrator_id: str
    agent_id: typing.Optional[str]
    timestamp: datetime.datetime
    tool_name: str
    tool_input: typing.Dict[str, typing.Any]
    tool_output: typing.Optional[str]

    def __init__(self, *values, **fields):
        if len(values) == 1 and isinstance(values[0], collections.abc.Mapping):
            fields = dict(values[0], **fields)
        else:
            fields = dict(zip(self.__dataclass_fields__, values), **fields)
        super().__init__(fields)

    def __getattr__(self, name):
        try:
            return moment(self[name]) if name == "timestamp" else self[name]
        except KeyError:
            if name == "tool_output":
                return None
            raise AttributeError("the event has no field %r" % name) from None

    def __setattr__(self, name, value):
        self[name] = value

    def to_dict(self):
        is_time = lambda value: isinstance(value, datetime.datetime)
        return {name: value.isoformat() if is_time(value) else value for name, value in self.items()}

    def to_json(self):
        return json.dumps(self.to_dict())


@dataclasses.dataclass(init=False, repr=False, eq=False)
class HookResult:
    """What a hook answers; allow(), deny() and ask() make the usual ones."""

    allowed: bool = True
    decision: str = "allow"
    reason: typing.Optional[str] = None
    updated_input: typing.Optional[typing.Dict[str, typing.Any]] = None
    inject: typing.Optional[typing.Dict[str, typing.Any]] = None
    updated_output: typing.Any = None
    metadata: typing.Dict[str, typing.Any] = dataclasses.field(default_factory=dict)
    modified_args: typing.Optional[str] = None
    hook_errors: typing.List[str] = dataclasses.field(default_factory=list)
    executed_hooks: typing.List[typing.Dict[str, typing.Any]] = dataclasses.field(default_factory=list)

    def __init__(self, *values, **fields):
        # MassGen itself gives the metadata second and the arguments third, its design the decision and the reason.
        order = list(self.__dataclass_fields__)
        if len(values) > 1 and not isinstance(values[1], str):
            order = ["allowed", "metadata", "modified_args"] + [name for name in order[1:6] if name != "updated_output"]
        if len(values) > len(order):
            raise TypeError("HookResult takes %d values, not %d" % (len(order), len(values)))
        for name, field in self.__dataclass_fields__.items():
            made = field.default_factory
            setattr(self, name, field.default if made is dataclasses.MISSING else made())
        given = dict(zip(order, values), **fields)
        self.__dict__.update((name, value) for name, value in given.items() if value is not None)
        if self.decision == "deny":
            self.allowed = False
        if self.allowed is False:
            self.decision = "deny"

    @classmethod
    def allow(cls, reason=None):
        return cls(reason=reason)

    @classmethod
    def deny(cls, reason=None):
        return cls(allowed=False, decision="deny", reason=reason)

    @classmethod
    def ask(cls, reason=None):
        return cls(decision="ask", reason=reason)

    @classmethod
    def redact(cls, output):
        """What the model gets instead of the output of the tool, or of its error."""
        return cls(updated_output=output)

    @classmethod
    def from_dict(cls, data):
        return cls(**data)

    def add_error(self, error):
        self.hook_errors.append(error)

    def add_executed_hook(self, hook_name, hook_type, decision, reason=None, **more):
        told = dict(hook_name=hook_name, hook_type=hook_type, decision=decision, reason=reason)
        self.executed_hooks.append(dict(told, **more))

    def to_dict(self):
        return {name: value for name, value in vars(self).items() if value is not None}

    def has_errors(self):
        return bool(self.hook_errors)

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, HookResult) else NotImplemented

    def __repr__(self):
        return "HookResult(%s)" % ", ".join("%s=%r" % item for item in vars(self).items())


library = types.ModuleType("hookline", "What hooks import.")
for kind in (HookEvent, HookResult):
    kind.__module__ = "hookline"
    setattr(library, kind.__name__, kind)
sys.modules["hookline"] = library
