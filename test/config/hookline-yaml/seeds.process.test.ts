import { describe, expect, it } from 'vitest';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import { exampleText } from '../../conformance/massgen/user.ts';
import { bash, bashResult } from '../../support/hooks.ts';
import { serve } from '../../support/servers/http-server.ts';
import { Project } from '../support.ts';

const logging = `import json, os, sys
event = json.load(sys.stdin)
print(json.dumps({"inject": {"content": os.environ["MASSGEN_TOOL_NAME"] + " was seen", "strategy": "tool_result"}}))
`;

describe("MassGen's example (seed 004, decision 2)", () => {
  const files = {
    'hookline.yaml': exampleText,
    'massgen/__init__.py': '',
    'massgen/hooks.py': `def audit_all_tools(event):
    if event["tool_input"].get("command") == "rm":
        return {"decision": "deny", "reason": "audited"}
`,
    'custom_write_hook.py': 'import sys\nprint("no writing", file=sys.stderr)\nsys.exit(2)\n',
    'agent1_logging.py': logging,
  };

  it('loads unchanged, without a doubt', async () => {
    const { config, log } = await new Project(files).load();
    expect(config.declarations.map(({ name, point, agent }) => [name, point.name, agent])).toEqual([
      ['python_massgen.hooks.audit_all_tools', 'PreToolUse', null],
      ['command_custom_write_hook.py', 'PreToolUse', 'agent1'],
      ['command_agent1_logging.py', 'PostToolUse', 'agent1'],
    ]);
    expect(log).toEqual([]);
  });

  it('runs what it names: for everyone, and for the agent', async () => {
    const { hooks } = await new Project(files).load();
    const write = { ...bash, tool_name: 'Write', tool_input: { file_path: 'a', content: 'b' } };
    const remove = { ...bash, tool_input: { command: 'rm' } };
    expect(await hooks.fire('PreToolUse', remove)).toMatchObject({ decision: 'deny', reason: 'audited' });
    expect(await hooks.fire('PreToolUse', write)).toMatchObject({ decision: null });
    expect(await hooks.fire('PreToolUse', write, { agent: 'agent1' })).toMatchObject({
      decision: 'deny',
      reason: 'no writing',
      decidedBy: 'command_custom_write_hook.py',
    });
    expect(await hooks.fire('PostToolUse', bashResult, { agent: 'agent1' })).toMatchObject({
      injections: [{ content: 'Bash was seen', into: 'tool_result' }],
    });
    await endWorkers();
  });
});

it("Armament's configuration (seed 003) loads unchanged and sets timeout, failures and limit", async () => {
  const project = new Project({
    'hookline.yaml': `hooks:
  errorBehavior: log    # skip | abort | log
  timeout: 5000         # Max hook execution time (ms)
  maxHooksPerPoint: 50  # Safety limit
`,
  });
  const { config, log } = await project.load();
  expect(config.declarations).toEqual([]);
  expect(log).toEqual([]);
});

describe('the example of the design', () => {
  const yaml = `hooks:
  errorBehavior: log        # skip | abort | log            (Armament)
  timeout: 5000             # milliseconds, the default     (Armament)
  maxHooksPerPoint: 50      #                               (Armament)
  PreToolUse:
    - name: no-rm
      matcher: "Bash|shell"
      type: command         # command | python | module | http | builtin
      handler: ./hooks/no-rm.sh
      timeout: 10           # seconds (MassGen), or "500ms"
      priority: 10
      guard: true
agents:
  - id: agent1
    backend:
      hooks:
        PreToolUse:
          - { matcher: Write, handler: custom_write_hook.py, type: command }
        PostToolUse:
          override: true
          hooks:
            - { handler: agent1_logging.py, type: command }
`;

  it('loads unchanged, and its guard guards', async () => {
    const project = new Project({
      'hookline.yaml': yaml,
      'hooks/no-rm.sh': '#!/bin/sh\ngrep -q "rm -rf" && { echo destructive >&2; exit 2; }\nexit 0\n',
      'custom_write_hook.py': 'print("{}")\n',
      'agent1_logging.py': 'print("{}")\n',
    });
    const { hooks, log } = await project.load();
    expect(log).toEqual([]);
    const call = { ...bash, tool_input: { command: 'rm -rf /' } };
    expect(await hooks.fire('PreToolUse', call)).toMatchObject({
      decision: 'deny',
      reason: 'destructive',
      decidedBy: 'no-rm',
    });
    expect(hooks.list()).toMatchObject([
      { name: 'no-rm', priority: 10, guard: true, timeoutMs: 10_000, matcher: 'Bash|shell' },
      { name: 'command_custom_write_hook.py', priority: 100, timeoutMs: 5000, agent: 'agent1' },
      { name: 'command_agent1_logging.py', point: 'PostToolUse', agent: 'agent1' },
    ]);
  });
});

it('a whole configuration of MassGen loads, with its keys that are about other things', async () => {
  const project = new Project({
    'massgen.yaml': `orchestrator:
  snapshot_storage: snapshots
  coordination: { enable_planning_mode: true }
ui: { type: rich_terminal, logging_enabled: true }
timeout_settings: { orchestrator_timeout_seconds: 1800 }
agents:
  - id: agent_a
    system_message: You write code.
    backend:
      type: openai
      model: gpt-5
      cwd: workspace1
      text: { verbosity: medium }
      mcp_servers:
        weather: { type: stdio, command: npx, args: ["-y", "weather"] }
      hooks:
        PostToolUse:
          - { handler: "exit 0", type: command, fail_closed: true, timeout: 60 }
`,
  });
  const { hooks, log } = await project.load('massgen.yaml');
  expect(log).toEqual([]);
  expect(hooks.list()).toMatchObject([{ agent: 'agent_a', timeoutMs: 60_000 }]);
});

it('a configuration of one agent under "agent" loads too', async () => {
  const project = new Project({
    'hookline.yaml':
      'agent:\n  id: solo\n  backend: { hooks: { Stop: [{ type: command, handler: exit 0 }] } }\n',
  });
  expect((await project.load()).hooks.list()).toMatchObject([{ agent: 'solo', point: 'Stop' }]);
});

it('one chain has hooks of every type', async () => {
  const server = await serve((response) => response.end('{"systemMessage": "by http"}'));
  const project = new Project({
    'hookline.yaml': `hooks:
  PostToolUse:
    - { type: command, handler: ./say.sh }
    - { type: python, handler: rules.say }
    - { type: module, handler: ./rules.mjs }
    - { type: module, handler: "./rules.mjs#other" }
    - { type: http, handler: "${server.url}/hook" }
    - { type: builtin, handler: mid-stream-injection, options: { file: note.txt, into: system } }
`,
    'say.sh': '#!/bin/sh\necho \'{"systemMessage": "by command"}\'\n',
    'rules.py': 'def say(event):\n    return {"systemMessage": "by python"}\n',
    'rules.mjs': `export default () => ({ systemMessage: 'by module' });
export const other = () => ({ systemMessage: 'by its other export' });\n`,
    'note.txt': 'by builtin',
  });
  const { hooks, log } = await project.load();
  const { injections } = await hooks.fire('PostToolUse', bashResult);
  expect(log).toEqual([]);
  expect(injections.map(({ content }) => content)).toEqual([
    'by command',
    'by python',
    'by module',
    'by its other export',
    'by http',
    expect.stringMatching(/^\[note\.txt says this\. .*\]\nby builtin$/),
  ]);
  expect(server.seen).toMatchObject([{ method: 'POST', url: '/hook' }]);
  await endWorkers();
});
