import { describe, expect, it } from 'vitest';
import { bash, runAgent } from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const event = 'from massgen.mcp_tools.hooks import HookEvent, HookResult\n\n';

/** Runs one shell call under hooks of a Python file at both ends of it. */
async function run(
  file: string,
  hooks: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly results: readonly string[]; readonly requests: readonly string[] }> {
  const declared = Object.entries(hooks).map(([point, handler]) => [
    point,
    [{ name: 'mine', type: 'python', handler, fail_closed: true }],
  ]);
  const { results, of } = await runAgent({
    hooks: Object.fromEntries(declared),
    script: { turns: [bash('echo ran'), {}] },
    files: { 'mine.py': file, ...files },
  });
  return { results, requests: of('model_request').map(({ messages }) => JSON.stringify(messages)) };
}

describe('the timestamp of an event, in Python', () => {
  it('is a datetime in UTC', async () => {
    const { results } = await run(
      `from datetime import datetime, timedelta, timezone

def check(event):
    age = datetime.now(timezone.utc) - event.timestamp
    if timedelta(0) <= age < timedelta(minutes=1) and event.timestamp.utcoffset() == timedelta(0):
        return {"decision": "deny", "reason": "made in %d" % event.timestamp.year}
`,
      { PreToolUse: 'mine.check' },
    );
    expect(results).toEqual([expect.stringContaining(`made in ${new Date().getUTCFullYear()}`)]);
  });

  it('stays text as an item, so that an event can be written as JSON', async () => {
    const { results } = await run(
      `import json

def check(event):
    same = json.loads(json.dumps(event))["timestamp"] == event["timestamp"] == event.to_dict()["timestamp"]
    return {"decision": "deny", "reason": "same: %s %s" % (same, type(event["timestamp"]).__name__)}
`,
      { PreToolUse: 'mine.check' },
    );
    expect(results).toEqual([expect.stringContaining('same: True str')]);
  });

  it('is read from whatever the host gives', async () => {
    const given = {
      '2026-01-05T09:30:00Z': '2026-01-05T09:30:00+00:00',
      '2026-01-05T09:30:00.5+02:00': '2026-01-05T09:30:00.500000+02:00',
      '2026-01-05T09:30:00.123456789Z': '2026-01-05T09:30:00.123456+00:00',
      '2026-01-05 09:30:00': '2026-01-05T09:30:00+00:00',
      yesterday: "ValueError: the event has the timestamp 'yesterday', which is no date",
    };
    const cwd = folderWith({
      'hookline.yaml': 'hooks: { PreToolUse: [{ type: python, handler: mine.check, fail_closed: true }] }',
      'mine.py':
        'def check(event):\n    return {"decision": "deny", "reason": event.timestamp.isoformat()}\n',
    });
    const read = Object.keys(given).map(async (timestamp) => {
      const input = JSON.stringify({ tool_name: 'Bash', tool_input: {}, timestamp });
      const { stdout } = await hookline(['fire', 'PreToolUse', '--json', '-i', '-'], { cwd, input });
      return String(JSON.parse(stdout).reason);
    });
    expect(await Promise.all(read)).toEqual(
      Object.values(given).map((text) => expect.stringContaining(text)),
    );
  });

  it('may go back in a reply', async () => {
    const { results } = await run(
      'def check(event):\n    return {"decision": "deny", "reason": "no", "metadata": {"at": event.timestamp}}\n',
      { PreToolUse: 'mine.check' },
    );
    expect(results).toEqual([expect.stringMatching(/by the PreToolUse hook "mine": no$/)]);
  });
});

describe('a hook that was written for MassGen', () => {
  it('holds a call back by every word that MassGen has for it', async () => {
    const words = {
      deny: ['HookResult.deny(reason="not this")', 'not this'],
      'not allowed': ['HookResult(allowed=False, reason="not this")', 'not this'],
      'a decision alone': ['HookResult(decision="deny", reason="not this")', 'not this'],
      'metadata, as of old': ['HookResult(False, {"reason": "not this"})', 'not this'],
      'a dict': ['{"allowed": False, "reason": "not this"}', 'not this'],
      from_dict: ['HookResult.from_dict({"decision": "deny", "reason": "not this"})', 'not this'],
      'ask, which nobody answers': ['HookResult.ask("sure?")', 'sure?'],
      'what is no truth': ['HookResult(allowed="no")', 'unclear'],
    };
    const rows = Object.entries(words).map(([name, [reply]]) => `    ${JSON.stringify(name)}: ${reply},\n`);
    const { results } = await runAgent({
      hooks: { PreToolUse: [{ type: 'python', handler: 'mine.check' }] },
      script: { turns: Object.keys(words).map((name) => bash(`echo ${name}`)) },
      files: {
        'mine.py': `${event}replies = {\n${rows.join('')}}

def check(event: HookEvent) -> HookResult:
    return replies[event.tool_input["command"].replace("echo ", "")]
`,
      },
    });
    expect(results).toEqual(Object.values(words).map(([, reason]) => expect.stringContaining(reason ?? '')));
    expect(results.every((result) => /denied/i.test(result))).toBe(true);
  });

  it('may be async, and change the input', async () => {
    const { results } = await run(
      `${event}async def check(event: HookEvent) -> HookResult:
    return HookResult(updated_input={"command": event.tool_input["command"] + " really"})
`,
      { PreToolUse: 'mine.check' },
    );
    expect(results).toEqual(['ran really']);
  });

  it('may inject after the tool ran', async () => {
    const { results, requests } = await run(
      `${event}
def note(event):
    return HookResult(inject={"content": "saw %s" % (event.tool_output is not None), "strategy": "user_message"})
`,
      { PostToolUse: 'mine.note' },
    );
    expect(results).toEqual(['ran']);
    expect(requests[1]).toContain('"content":"saw True"');
  });

  it('has the fields of its event as attributes, as a dataclass and as JSON', async () => {
    const { results } = await run(
      `import dataclasses, json
from massgen.mcp_tools.hooks import HookEvent, HookResult, HookType

def check(event):
    assert isinstance(event, HookEvent) and event.hook_type == HookType.PRE_TOOL_USE.value
    fields = dataclasses.asdict(event)
    assert list(fields) == ["hook_type", "session_id", "orchestrator_id", "agent_id", "timestamp", "tool_name",
                            "tool_input", "tool_output"]
    assert fields["timestamp"] == event.timestamp and fields["tool_output"] is None
    assert json.loads(event.to_json())["tool_name"] == "Bash"
    own = HookEvent("PreToolUse", "s", "o", None, event.timestamp, "Write", {"path": "a"})
    assert own.tool_name == "Write" and own.tool_output is None
    assert own.to_dict()["timestamp"] == event.timestamp.isoformat()
    result = HookResult.allow()
    result.add_error("one")
    assert result.has_errors() and result == HookResult(hook_errors=["one"])
    return HookResult.deny("all of it")
`,
      { PreToolUse: 'mine.check' },
    );
    expect(results).toEqual([expect.stringContaining('all of it')]);
  });

  it.each([
    ['an object', 'guard = Guard("guard", matcher="Write|Bash")', 'guard'],
    ['a class', '', 'Guard'],
    [
      'a callable',
      'guard = PythonCallableHook("guard", lambda event: HookResult.deny("no echo"), matcher="Ba*")',
      'guard',
    ],
  ])('may be %s of its own kind', async (_what, line, name) => {
    const { results } = await run(
      `import json
from massgen.mcp_tools.hooks import HookResult, PatternHook, PythonCallableHook

class Guard(PatternHook):
    async def execute(self, function_name, arguments, context=None, **kwargs):
        assert function_name == "Bash" and context["session_id"]
        return HookResult.deny("no " + json.loads(arguments)["command"].split()[0])

${line}
`,
      { PreToolUse: `mine.${name}` },
    );
    expect(results).toEqual([expect.stringContaining('no echo')]);
  });

  it('runs for the tools alone that its own matcher names', async () => {
    const { results } = await run(
      `from massgen.mcp_tools.hooks import HookResult, PatternHook

class Guard(PatternHook):
    async def execute(self, *args, **kwargs):
        return HookResult.deny("never")

guard = Guard("guard", matcher="Write|Edit")
`,
      { PreToolUse: 'mine.guard' },
    );
    expect(results).toEqual(['ran']);
  });

  it('may keep hooks of its own in a manager', async () => {
    const { results } = await run(
      `import json
from massgen.mcp_tools import hooks as massgen_hooks
from massgen.mcp_tools.hooks import GeneralHookManager, HookResult, HookType, PythonCallableHook

manager = GeneralHookManager()
pre = HookType.PRE_TOOL_USE
manager.register_global_hook(pre, PythonCallableHook("add", lambda event: {
    "updated_input": {"command": event.tool_input["command"] + " 1"}}))
manager.register_agent_hook("other", pre, PythonCallableHook("other", lambda event: HookResult.deny("other")))
manager.register_agent_hook("main", pre, PythonCallableHook("see", lambda event: HookResult.deny(
    "saw " + event.tool_input["command"])))

async def check(event):
    assert massgen_hooks.HookResult is HookResult
    return await manager.execute_hooks(pre, event.tool_name, json.dumps(event.tool_input), {"agent_id": "main"})
`,
      { PreToolUse: 'mine.check' },
    );
    expect(results).toEqual([expect.stringContaining('saw echo ran 1')]);
  });

  it('is a dataclass in what it answers, in the order of the design and of MassGen', async () => {
    const { results } = await run(
      `import dataclasses
import massgen
from massgen.mcp_tools.hooks import HookResult

def check(event):
    whole = massgen.mcp_tools.hooks.HookResult
    made = [
        HookResult(False, "deny", "a"),
        HookResult(True, {}, None, "deny", "b"),
        HookResult(False, {"why": 1}),
        dataclasses.replace(HookResult.allow(), decision="deny"),
        HookResult.from_dict(dataclasses.asdict(HookResult.deny("c"))),
        whole.from_dict(whole.deny("d").to_dict()),
    ]
    made[0].add_executed_hook("mine", "pre", "deny", execution_time_ms=1)
    assert [field.name for field in dataclasses.fields(HookResult)][:5] == [
        "allowed", "decision", "reason", "updated_input", "inject"]
    assert HookResult(True, {}, '{"a": 1}').modified_args == '{"a": 1}' and HookResult().metadata is not HookResult().metadata
    return HookResult(False, {}, None, "deny", " ".join("%s:%s:%s" % (one.allowed, one.decision, one.reason) for one in made))
`,
      { PreToolUse: 'mine.check' },
    );
    const denials = ['a', 'b', 'None', 'None', 'c', 'd'].map((reason) => `False:deny:${reason}`);
    expect(results).toEqual([expect.stringContaining(denials.join(' '))]);
  });

  it('redacts what a tool says when it fails, as what it says when it works', async () => {
    const redact = {
      name: 'mine',
      type: 'python',
      handler: 'mine.redact',
      protocol: 'massgen',
      points: ['PostToolUseFailure'],
    };
    const { results } = await runAgent({
      hooks: { PostToolUse: [redact] },
      script: { turns: [bash('echo secret'), bash('echo secret; exit 3')] },
      files: {
        'mine.py': `${event}def redact(event):\n    return HookResult.redact(event.tool_output.replace("secret", "***"))\n`,
      },
    });
    expect(results).toEqual(['***', 'Exit code 3\n***']);
  });

  it('uses MassGen itself where that is installed, and the rest of it where only a part is', async () => {
    const own = { 'massgen/__init__.py': '', 'massgen/mcp_tools/__init__.py': '' };
    const hooks = `class HookResult:
    allowed = False
    reason = "the real one"
`;
    const file =
      'from massgen.mcp_tools.hooks import HookResult\n\ndef check(event):\n    return HookResult()\n';
    const real = await run(
      file,
      { PreToolUse: 'mine.check' },
      { ...own, 'massgen/mcp_tools/hooks.py': hooks },
    );
    expect(real.results).toEqual([expect.stringContaining('the real one')]);
    const part = await run(
      `${event}from massgen.mine import word\n\ndef check(event):\n    return HookResult.deny(word)\n`,
      { PreToolUse: 'mine.check' },
      { 'massgen/__init__.py': '', 'massgen/mine.py': 'word = "both"\n' },
    );
    expect(part.results).toEqual([expect.stringContaining('both')]);
  });

  it('is denied, with a word about it, where it needs more of MassGen than there is', async () => {
    const { results } = await run(
      'from massgen.mcp_tools.hooks import PermissionClientSession\n\ndef check(event):\n    pass\n',
      { PreToolUse: 'mine.check' },
    );
    expect(results).toEqual([
      expect.stringContaining('MassGen is not installed, and hookline has no PermissionClientSession of it'),
    ]);
  });
});
