/** The module `hookline`, as a hook in Python imports it. */
export const libraryPart: string = `
class HookEvent(dict):
    """What happened: event["tool_name"] and event.tool_name are the same."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError("the event has no field %r" % name) from None

    def __setattr__(self, name, value):
        self[name] = value


class HookResult:
    """What a hook answers; allow(), deny() and ask() make the usual ones."""

    def __init__(self, allowed=True, decision="allow", reason=None, updated_input=None, inject=None, **fields):
        self.allowed = allowed
        self.decision = decision
        self.reason = reason
        self.updated_input = updated_input
        self.inject = inject
        self.__dict__.update(fields)

    @classmethod
    def allow(cls, reason=None):
        return cls(reason=reason)

    @classmethod
    def deny(cls, reason=None):
        return cls(allowed=False, decision="deny", reason=reason)

    @classmethod
    def ask(cls, reason=None):
        return cls(decision="ask", reason=reason)

    def __repr__(self):
        return "HookResult(%s)" % ", ".join("%s=%r" % item for item in vars(self).items())


library = types.ModuleType("hookline", "What hooks import.")
for kind in (HookEvent, HookResult):
    kind.__module__ = "hookline"
    setattr(library, kind.__name__, kind)
sys.modules["hookline"] = library
`;
