# The worker, part 6 of 7: the module `massgen.mcp_tools.hooks`, for hooks that were written for MassGen where MassGen itself is not
# installed. It is found last, so that an installed MassGen, or a folder of that name beside the hooks, goes first.
class HookType(enum.Enum):
    PRE_CALL = "pre_call"
    POST_CALL = "post_call"
    PRE_TOOL_USE = "PreToolUse"
    POST_TOOL_USE = "PostToolUse"


class FunctionHook(abc.ABC):
    def __init__(self, name):
        self.name = name

    @abc.abstractmethod
    async def execute(self, function_name, arguments, context=None, **kwargs):
        """Judges one call; the arguments are JSON text."""


class PatternHook(FunctionHook):
    def __init__(self, name, matcher="*", timeout=30):
        super().__init__(name)
        self.matcher = matcher
        self.timeout = timeout

    def matches(self, tool_name):
        patterns = [pattern.strip() for pattern in (self.matcher or "*").split("|")]
        return any(pattern and fnmatch.fnmatchcase(tool_name, pattern) for pattern in patterns)


async def settled(value):
    return await value if hasattr(value, "__await__") else value


def arguments_of(text):
    try:
        return json.loads(text or "{}")
    except ValueError:
        return {"raw": text}


class PythonCallableHook(PatternHook):
    def __init__(self, name, handler, matcher="*", timeout=30, fail_closed=False):
        super().__init__(name, matcher, timeout)
        self.handler = handler
        self.fail_closed = fail_closed

    async def execute(self, function_name, arguments, context=None, **kwargs):
        if not self.matches(function_name):
            return HookResult.allow()
        told = {"hook_type": "PreToolUse", "session_id": "", "orchestrator_id": "", "agent_id": None}
        told["timestamp"] = datetime.datetime.now(datetime.timezone.utc)
        told.update(context or {}, tool_name=function_name, tool_input=arguments_of(arguments))
        try:
            function = load(self.handler, False)[0] if isinstance(self.handler, str) else self.handler
        except Exception as problem:
            return HookResult.deny("Hook import failed: %s" % problem)
        import asyncio
        try:
            reply = await asyncio.wait_for(settled(function(HookEvent(told))), self.timeout)
        except Exception as problem:
            late = isinstance(problem, asyncio.TimeoutError)
            what = "Hook %s %s" % (self.name, "timed out" if late else "failed: %s" % problem)
            return HookResult.deny(what) if self.fail_closed else HookResult(hook_errors=[what])
        if reply is None:
            return HookResult.allow()
        return HookResult.from_dict(reply) if isinstance(reply, dict) else reply


class FunctionHookManager:
    def __init__(self):
        self.clear_hooks()

    def clear_hooks(self):
        self.hooks = []

    def register_hook(self, function_name, hook_type, hook):
        self.hooks.append((function_name, hook_type, hook))

    def register_global_hook(self, hook_type, hook):
        self.hooks.append((None, hook_type, hook))

    def get_hooks_for_function(self, function_name):
        # Global hooks first: None comes before a name.
        wanted = [entry for name in (None, function_name) for entry in self.hooks if entry[0] == name]
        return {kind: [hook for _, own, hook in wanted if own == kind] for kind in HookType}


class GeneralHookManager:
    def __init__(self):
        self.hooks = []
        self.overrides = set()

    def register_global_hook(self, hook_type, hook):
        self.hooks.append((None, hook_type, hook))

    def register_agent_hook(self, agent_id, hook_type, hook, override=False):
        self.hooks.append((agent_id, hook_type, hook))
        if override:
            self.overrides.add((agent_id, hook_type))

    def get_hooks_for_agent(self, agent_id, hook_type):
        agents = [agent_id] if (agent_id, hook_type) in self.overrides else [None, agent_id]
        return [hook for agent in dict.fromkeys(agents) for owner, kind, hook in self.hooks
                if owner == agent and kind == hook_type]

    async def execute_hooks(self, hook_type, function_name, arguments, context=None, tool_output=None):
        told = dict(context or {}, hook_type=hook_type.value)
        if tool_output is not None:
            told["tool_output"] = tool_output
        whole = HookResult()
        said = []
        for hook in self.get_hooks_for_agent(told.get("agent_id"), hook_type):
            if not hook.matches(function_name):
                continue
            result = await hook.execute(function_name, arguments, told)
            whole.hook_errors.extend(result.hook_errors)
            if not result.allowed or result.decision == "deny":
                result.reason = result.reason or "Denied by hook %s" % hook.name
                return result
            if result.decision == "ask":
                whole.decision, whole.reason = "ask", result.reason
            if result.modified_args is None and result.updated_input is not None:
                result.modified_args = json.dumps(result.updated_input)
            if result.modified_args is not None:
                arguments = whole.modified_args = result.modified_args
                whole.updated_input = arguments_of(arguments)
            if result.inject:
                said.append(result.inject)
        if said:
            content = "\n".join(str(each["content"]) for each in said if each.get("content"))
            whole.inject = {"content": content, "strategy": said[-1].get("strategy", "tool_result")}
        return whole


class MassgenFinder:
    names = ("massgen", "massgen.mcp_tools", "massgen.mcp_tools.hooks")
    kinds = (HookType, HookEvent, HookResult, FunctionHook, PatternHook, PythonCallableHook, FunctionHookManager,
             GeneralHookManager)

    def find_spec(self, name, path, target=None):
        if name in self.names:
            return importlib.machinery.ModuleSpec(name, self, is_package=name != self.names[-1])

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if module.__name__ == "massgen":
            # Whoever imports MassGen itself finds all of it.
            module.__getattr__ = self.inner
        else:
            module.__dict__.update((kind.__name__, kind) for kind in self.kinds)
        if module.__name__ == self.names[-1]:
            module.__getattr__ = self.refuse

    def inner(self, name):
        if name != "mcp_tools":
            raise AttributeError("MassGen is not installed, and hookline has no massgen.%s of it" % name)
        return importlib.import_module(self.names[-1]) and sys.modules["massgen.mcp_tools"]

    def refuse(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise ImportError("MassGen is not installed, and hookline has no %s of it" % name)


sys.meta_path.append(MassgenFinder())


def called_hook(hook):
    """A hook that is an object, as MassGen has them, as a function of the event."""
    def call(event):
        name = event.get("tool_name") or ""
        if not getattr(hook, "matches", lambda name: True)(name):
            return None
        return hook.execute(name, json.dumps(event.get("tool_input") or {}), dict(event))
    return call


def as_function(found, name):
    """What a path leads to: a function, or a hook of MassGen's kind, or the class of one."""
    if isinstance(found, type) and issubclass(found, FunctionHook):
        try:
            inspect.signature(found).bind()
        except TypeError:
            found = found(name)
        else:
            found = found()
    return called_hook(found) if not callable(found) and callable(getattr(found, "execute", None)) else found
