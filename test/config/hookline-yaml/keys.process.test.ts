import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { entrySchemas } from '../../../src/config/schema/entry-schema.ts';
import { settings, topKeys } from '../../../src/config/schema/schema.ts';
import type { Outcome } from '../../../src/entries/index.ts';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import { lintLightly } from '../../../src/lint/lint-config.ts';
import { withEnoughTime } from '../../support/eventually.ts';
import { bash, bashResult } from '../../support/hooks.ts';
import { mcpServerFile } from '../../support/processes/compiled.ts';
import { serve, serveSecurely } from '../../support/servers/http-server.ts';
import { type ModelServer, serveModel } from '../../support/servers/model-server.ts';
import { type Loaded, load, Project } from '../support.ts';

afterAll(() => endWorkers());

const text = readFileSync(new URL(import.meta.url), 'utf8');

describe('every key of the schema', () => {
  const keys = [
    ...Object.values(entrySchemas).flatMap((kind) => Object.keys(kind().shape)),
    ...Object.keys(settings).filter((key) => key !== 'scripts'),
    ...topKeys,
  ];

  it.each([...new Set(keys)].filter((key) => key !== 'type' && key !== 'handler' && key !== 'hooks'))(
    '%s is tested here',
    (key) => {
      expect(text.includes(`('${key}: `)).toBe(true);
    },
  );
});

/** One hook at PreToolUse, with these lines among its keys. */
function hook(keys: string, kind = 'type: command\nhandler: exit 0'): string {
  const lines = `${kind}\n${keys}`.split('\n').map((line) => `      ${line}`);
  return `hooks:\n  PreToolUse:\n    -\n${lines.join('\n')}\n`;
}

const denies = 'type: command\nhandler: exit 2';

async function fire({ hooks }: Loaded, input: object = {}): Promise<Outcome> {
  return hooks.fire('PreToolUse', { ...bash, ...input });
}

async function fireHook(keys: string, kind?: string): Promise<Outcome> {
  return fire(await load(hook(keys, kind)));
}

/** What a command that prints this injects. */
async function printed(keys: string, expression: string): Promise<unknown> {
  const handler = `printf '{"systemMessage": "%s"}' "${expression}"`;
  const outcome = await fireHook(keys, `type: command\nhandler: ${JSON.stringify(handler)}`);
  return outcome.injections[0]?.content;
}

const fails = 'type: command\nhandler: exit 3';
const hangs = 'type: command\nhandler: sleep 60';

describe('keys of every hook', () => {
  it('name: is what outcomes call it', async () => {
    expect((await fireHook('name: mine')).runs).toMatchObject([{ hook: 'mine' }]);
  });

  it('points: puts it at those points too, under one name', async () => {
    const { hooks } = await load(hook('name: mine\npoints: [PostToolUse, Stop]'));
    expect(hooks.list().map(({ name, point }) => [name, point])).toEqual([
      ['mine', 'PreToolUse'],
      ['mine', 'PostToolUse'],
      ['mine', 'Stop'],
    ]);
  });

  it('description: is told by the declaration', async () => {
    const { config } = await load(hook('description: Says nothing.'));
    expect(config.declarations).toMatchObject([{ description: 'Says nothing.' }]);
  });

  it('matcher: picks the events', async () => {
    const loaded = await load(hook('matcher: "Write|mcp__*"'));
    expect((await fire(loaded)).runs).toHaveLength(0);
    expect((await fire(loaded, { tool_name: 'mcp__a__b' })).runs).toHaveLength(1);
  });

  it.each([
    ['2', 2000],
    ['0.25', 250],
    ['"500ms"', 500],
    ['30s', 30_000],
    ['"1.5m"', 90_000],
  ])('timeout: %s is %i ms', async (timeout, timeoutMs) => {
    expect((await load(hook(`timeout: ${timeout}`))).hooks.list()).toMatchObject([{ timeoutMs }]);
  });

  it('timeout: ends a hook that hangs', async () => {
    expect((await fireHook('timeout: 100ms', hangs)).runs).toMatchObject([{ failure: 'timeout' }]);
  });

  it('priority: lower runs earlier', async () => {
    const { hooks } = await load(`hooks:
  PreToolUse:
    - { name: late, type: command, handler: exit 0 }
    - { name: early, type: command, handler: exit 0, priority: 1 }
`);
    const { runs } = await hooks.fire('PreToolUse', bash);
    expect(runs.map((run) => run.hook)).toEqual(['early', 'late']);
  });

  it('guard: a failure denies, and nobody can switch it off', async () => {
    const loaded = await load(hook('name: safe\nguard: true', fails));
    expect(await fire(loaded)).toMatchObject({ decision: 'deny', decidedBy: 'safe' });
    expect(() => loaded.hooks.disable('safe')).toThrow('cannot be disabled');
  });

  it('final: no excuse lets pass what it denies', async () => {
    const excuses = { decision: () => 'a person allowed it' };
    const decide = async (keys: string) => {
      const { hooks } = await load(hook(keys, denies));
      return (await hooks.fire('PreToolUse', bash, { excuses })).decision;
    };
    expect(await decide('final: true')).toBe('deny');
    expect(await decide('final: false')).toBe(null);
  });

  it('fail_closed: a failure denies', async () => {
    expect((await fireHook('fail_closed: true', fails)).decision).toBe('deny');
    expect((await fireHook('fail_closed: false', fails)).decision).toBe(null);
  });

  it.each([
    ['skip', null, 0],
    ['log', null, 1],
    ['abort', 'deny', 1],
  ])('onError: %s decides %s and logs %i lines', async (word, decision, lines) => {
    const loaded = await load(hook(`onError: ${word}`, fails));
    expect((await fire(loaded)).decision).toBe(decision);
    expect(loaded.log).toHaveLength(lines);
  });

  it('onFailure: is for every kind, or kind by kind', async () => {
    expect((await fireHook('onFailure: closed', fails)).decision).toBe('deny');
    expect((await fireHook('onFailure: { exit: closed }', fails)).decision).toBe('deny');
    expect((await fireHook('onFailure: { timeout: closed }', fails)).decision).toBe(null);
    const missing = 'type: command\nhandler: ./missing.sh';
    expect((await fireHook('priority: 1', missing)).decision).toBe('deny');
    expect((await fireHook('onFailure: open', missing)).decision).toBe(null);
  });

  it('mode: an observer decides nothing', async () => {
    const denies = 'type: command\nhandler: exit 2';
    expect((await fireHook('mode: enforce', denies)).decision).toBe('deny');
    expect((await fireHook('mode: observe', denies)).decision).toBe(null);
  });

  it('enabled: false keeps it switched off until someone enables it', async () => {
    const loaded = await load(hook('name: sleeper\nenabled: false'));
    expect((await fire(loaded)).runs).toHaveLength(0);
    loaded.hooks.enable('sleeper');
    expect((await fire(loaded)).runs).toHaveLength(1);
  });

  it('protocol: is the wire that it speaks', async () => {
    const denies = 'type: command\nhandler: exit 2';
    expect((await fireHook('protocol: hookline', denies)).decision).toBe('deny');
    expect((await fireHook('protocol: massgen', denies)).runs).toMatchObject([{ failure: 'exit' }]);
  });
});

describe('keys of commands and workers', () => {
  it('env: sets variables', async () => {
    expect(await printed('env: { GREETING: hello }', '$GREETING')).toBe('hello');
  });

  it('passEnv: passes variables of the host on', async () => {
    process.env['HOOKLINE_TEST_SECRET'] = 'secret';
    onTestFinished(() => void Reflect.deleteProperty(process.env, 'HOOKLINE_TEST_SECRET'));
    expect(await printed('priority: 1', '$HOOKLINE_TEST_SECRET')).toBe(undefined);
    expect(await printed('passEnv: HOOKLINE_TEST_SECRET', '$HOOKLINE_TEST_SECRET')).toBe('secret');
    expect(await printed('passEnv: [HOOKLINE_TEST_SECRET]', '$HOOKLINE_TEST_SECRET')).toBe('secret');
  });

  it('inherit: passes all of them on', async () => {
    process.env['HOOKLINE_TEST_SECRET'] = 'secret';
    onTestFinished(() => void Reflect.deleteProperty(process.env, 'HOOKLINE_TEST_SECRET'));
    expect(await printed('inherit: true', '$HOOKLINE_TEST_SECRET')).toBe('secret');
  });

  it('matcher: between slashes is a regular expression that may match anywhere', async () => {
    const loaded = await load(hook('matcher: /^(Ba|Wri)/', denies));
    expect(await fire(loaded)).toMatchObject({ decision: 'deny' });
    const other = await load(hook('matcher: /^ash/', denies));
    expect(await fire(other)).toMatchObject({ decision: null });
    const named = await load(hook('matcher: /^Agent$/\nprotocol: claude-code', denies));
    const task = { tool_name: 'Task', tool_input: {}, tool_use_id: '1' };
    expect(await named.hooks.fire('PreToolUse', task)).toMatchObject({ decision: 'deny' });
    expect(
      await (await load(hook('matcher: /^Agent$/', denies))).hooks.fire('PreToolUse', task),
    ).toMatchObject({
      decision: null,
    });
  });

  it('if: runs the hook for the tool calls that the rule is about', async () => {
    const loaded = await load(hook('if: Bash(git push *)', denies));
    const call = (command: string) => ({ tool_name: 'Bash', tool_input: { command }, tool_use_id: '1' });
    const decide = async (command: string) => (await loaded.hooks.fire('PreToolUse', call(command))).decision;
    expect(await decide('ls')).toBe(null);
    expect(await decide('npm test && git push origin')).toBe('deny');
    expect(await decide('$(something) push')).toBe('deny');
  });

  it('matcher: is told where it is no expression', async () => {
    const project = new Project({ 'hookline.yaml': hook('matcher: /Bash(/', denies) });
    expect(await project.says()).toMatch(
      /^hookline\.yaml:6:16: error: "\/Bash\(\/" isn't a regular expression/,
    );
  });

  it('if: is told where it cannot be read, or never holds', async () => {
    const says = (text: string): Promise<string> => new Project({ 'hookline.yaml': text }).says();
    expect(await says(hook('if: Bash(ls) && Bash(rm)'))).toMatch(
      /^hookline\.yaml:\d+:\d+: error: "if" takes one/,
    );
    expect(await says(hook('if: Bsh(git *)'))).toContain('did you mean "Bash"');
    expect(await says(hook('if: Bash').replace('PreToolUse', 'Stop'))).toContain('this hook never runs');
  });

  it('shell: gives the line to sh, in the folder of the event', async () => {
    const project = new Project({
      'hookline.yaml': hook('shell: true', 'type: command\nhandler: ./who.sh'),
      'who.sh': '#!/bin/sh\necho beside the file >&2; exit 2\n',
      'work/who.sh': '#!/bin/sh\necho in the folder of the event >&2; exit 2\n',
    });
    const { hooks } = await project.load();
    const event = { tool_name: 'Bash', tool_input: {}, tool_use_id: '1', cwd: project.file('work') };
    expect((await hooks.fire('PreToolUse', event)).reason).toBe('in the folder of the event');
  });

  it('protocol: claude-code knows the folder of the project', async () => {
    const handler = 'type: command\nhandler: echo "$CLAUDE_PROJECT_DIR" >&2; exit 2';
    const project = new Project({ 'hookline.yaml': hook('protocol: claude-code', handler) });
    expect((await fire(await project.load())).reason).toBe(project.path);
  });

  it('args: are arguments that no shell reads', async () => {
    const files = { 'first.sh': '#!/bin/sh\nprintf \'{"systemMessage": "%s"}\' "$1"\n' };
    const loaded = await load(hook('args: ["a b; exit 2"]', 'type: command\nhandler: ./first.sh'), files);
    expect(await fire(loaded)).toMatchObject({ decision: null, injections: [{ content: 'a b; exit 2' }] });
  });

  it('cwd: is where it runs, relative to the file', async () => {
    const project = new Project({
      'hookline.yaml': hook('cwd: sub', 'type: command\nhandler: pwd >&2; exit 2'),
    });
    project.write('sub/file', '');
    const loaded = await project.load();
    expect((await fire(loaded)).reason).toBe(project.file('sub'));
  });

  it('maxOutputBytes: more than that is a failure', async () => {
    const prints = 'type: command\nhandler: head -c 5000 /dev/zero';
    expect((await fireHook('maxOutputBytes: 100', prints)).runs).toMatchObject([{ failure: 'invalid' }]);
  });

  it('killGraceMs: is the time to clean up at a timeout', async () => {
    const handler = 'trap "sleep 0.3; touch cleaned; exit 0" TERM; touch begun; while :; do sleep 0.05; done';
    const project = new Project();
    const attempt = async (timeoutMs: number): Promise<Outcome> => {
      const keys = `timeout: ${timeoutMs}ms\nkillGraceMs: 10000\ncwd: ${project.path}`;
      project.write('hookline.yaml', hook(keys, `type: command\nhandler: ${JSON.stringify(handler)}`));
      return fire(await project.load());
    };
    const { runs } = await withEnoughTime(attempt, () => existsSync(project.file('begun')));
    expect(runs).toMatchObject([{ failure: 'timeout' }]);
    expect(existsSync(project.file('cleaned'))).toBe(true);
  });

  it('python: is the interpreter', async () => {
    const outcome = await fireHook('python: ./no-such-python', 'type: python\nhandler: rules.check');
    expect(outcome.runs).toMatchObject([{ failure: 'missing' }]);
  });

  it('pythonPath: is where else modules are looked for', async () => {
    const kind = 'type: python\nhandler: elsewhere.check';
    const files = { 'lib/elsewhere.py': 'def check(event):\n    return {"decision": "deny"}\n' };
    expect((await fire(await load(hook('pythonPath: lib', kind), files))).decision).toBe('deny');
    expect((await fire(await load(hook('pythonPath: [other, lib]', kind), files))).decision).toBe('deny');
  });

  it.each([
    ['python', 'rules.check', 'rules.py', 'def check(event):\n    return {"systemMessage": "%s"}\n'],
    ['module', './rules.mjs', 'rules.mjs', 'export default () => ({ systemMessage: "%s" });\n'],
  ])('watch: loads the file of a %s again', async (type, handler, file, code) => {
    const project = new Project({
      'hookline.yaml': hook('watch: true', `type: ${type}\nhandler: ${handler}`),
      [file]: code.replace('%s', 'old'),
    });
    const loaded = await project.load();
    expect((await fire(loaded)).injections).toMatchObject([{ content: 'old' }]);
    project.write(file, code.replace('%s', 'changed'));
    expect((await fire(loaded)).injections).toMatchObject([{ content: 'changed' }]);
  });

  it('maxReplyBytes: more than that is a failure', async () => {
    const files = { 'rules.py': 'def check(event):\n    return {"systemMessage": "x" * 5000}\n' };
    const loaded = await load(hook('maxReplyBytes: 100', 'type: python\nhandler: rules.check'), files);
    expect((await fire(loaded)).runs).toMatchObject([{ failure: 'invalid' }]);
  });

  it('isolate: a timeout ends even a function that spins', async () => {
    const files = { 'spin.mjs': 'export default () => { for (;;); };\n' };
    const loaded = await load(hook('isolate: true\ntimeout: 1', 'type: module\nhandler: ./spin.mjs'), files);
    expect((await fire(loaded)).runs).toMatchObject([{ failure: 'timeout' }]);
  });

  it('memoryMb: more than that ends the thread', async () => {
    const grows =
      'export default () => { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); };\n';
    const keys = 'isolate: true\nmemoryMb: 16';
    const loaded = await load(hook(keys, 'type: module\nhandler: ./grows.mjs'), { 'grows.mjs': grows });
    expect((await fire(loaded)).runs).toMatchObject([{ failure: 'exit' }]);
  });
});

describe('keys of HTTP endpoints and built-in hooks', () => {
  it('headers: are sent', async () => {
    const server = await serve((response) => response.end());
    await fireHook('headers: { x-team: blue }', `type: http\nhandler: ${server.url}`);
    expect(server.seen).toMatchObject([{ headers: { 'x-team': 'blue' } }]);
  });

  it('allowedEnvVars: may be used in headers, others not', async () => {
    process.env['HOOKLINE_TEST_SECRET'] = 'secret';
    onTestFinished(() => void Reflect.deleteProperty(process.env, 'HOOKLINE_TEST_SECRET'));
    const server = await serve((response) => response.end());
    const header = 'headers: { x-token: "t-${HOOKLINE_TEST_SECRET}" }';
    await fireHook(header, `type: http\nhandler: ${server.url}`);
    await fireHook(`${header}\nallowedEnvVars: [HOOKLINE_TEST_SECRET]`, `type: http\nhandler: ${server.url}`);
    expect(server.seen.map(({ headers }) => headers['x-token'])).toEqual(['t-', 't-secret']);
  });

  it('ca: is a file of certificates, relative to the file', async () => {
    const server = await serveSecurely((response) => response.end('{"decision": "deny"}'));
    const kind = `type: http\nhandler: ${server.url}`;
    const files = { 'ca.pem': readFileSync(server.ca, 'utf8') };
    expect((await fire(await load(hook('ca: ca.pem', kind), files))).decision).toBe('deny');
    expect((await fireHook('priority: 1', kind)).runs).toMatchObject([{ failure: 'exit' }]);
  });

  it('prompt: is what the model is asked', async () => {
    const { server } = await judging('{"ok": true}');
    expect(server.seen[0]?.body).toContain('Is it Friday?');
  });

  it('model: is the one that judges, of the API before it', async () => {
    const { server, outcome } = await judging('{"ok": false, "reason": "It is Friday."}');
    expect(server.requests()).toMatchObject([{ model: 'judge-1' }]);
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'It is Friday.' });
  });

  it('baseUrl: is the address of the API', async () => {
    const { server } = await judging('{"ok": true}');
    expect(server.seen).toHaveLength(1);
  });

  it('server: is one of mcpServers, also of the file that includes this one', async () => {
    const loaded = await load(`include: more.yaml\n${mcpServer}`, {
      'more.yaml': hook('', 'type: mcp_tool\nserver: my\ntool: fail\nguard: true'),
    });
    expect((await fire(loaded)).reason).toContain('no luck');
  });

  it('tool: is one of that server', async () => {
    const loaded = await load(`${mcpServer}${hook('', 'type: mcp_tool\nserver: my\ntool: gone')}`);
    expect((await fire(loaded)).reason).toContain('the MCP server "my" has no tool "gone"');
  });

  it('input: is what the tool gets, with values of the event', async () => {
    const text = '{"decision": "deny", "reason": "no ${tool_input.command}"}';
    const keys = `input: ${JSON.stringify({ text })}`;
    const loaded = await load(`${mcpServer}${hook(keys, 'type: mcp_tool\nserver: my\ntool: echo')}`);
    expect(await fire(loaded)).toMatchObject({ decision: 'deny', reason: `no ${bash.tool_input.command}` });
  });

  it('options: are those of the built-in hook', async () => {
    const yaml = `hooks:
  PostToolUse:
    - { type: builtin, handler: mid-stream-injection, options: { file: note.txt, into: user_message } }
`;
    const { hooks } = await load(yaml, { 'note.txt': 'hello' });
    expect((await hooks.fire('PostToolUse', bashResult)).injections).toMatchObject([
      { content: 'hello', into: 'user_message' },
    ]);
  });
});

const mcpServer = `mcpServers: { my: { command: ${process.execPath}, args: [${mcpServerFile()}] } }\n`;

/** A hook of type prompt whose model says this. */
async function judging(text: string): Promise<{ server: ModelServer; outcome: Outcome }> {
  vi.stubEnv('ANTHROPIC_API_KEY', 'key');
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await serveModel([{ text: [text] }]);
  const kind = 'type: prompt\nprompt: Is it Friday?\nmodel: anthropic:judge-1';
  return { server, outcome: await fireHook(`baseUrl: ${server.url}`, kind) };
}

describe('settings of a file', () => {
  const two = (setting: string, first = '', second = ''): string => `hooks:
  ${setting}
  PreToolUse:
    - { name: first, type: command, handler: exit 3${first} }
    - { name: second, type: command, handler: exit 0${second} }
`;

  it.each([
    ['skip', null, 0],
    ['log', null, 1],
    ['abort', 'deny', 1],
  ])('errorBehavior: %s is for hooks that do not say it themselves', async (word, decision, lines) => {
    const loaded = await load(two(`errorBehavior: ${word}`));
    expect((await fire(loaded)).decision).toBe(decision);
    expect(loaded.log).toHaveLength(lines);
  });

  it('errorBehavior: gives way to what a hook says, and to points where nothing can be blocked', async () => {
    expect((await fire(await load(two('errorBehavior: abort', ', onFailure: open')))).decision).toBe(null);
    expect((await fire(await load(two('errorBehavior: abort', ', fail_closed: false')))).decision).toBe(null);
    expect((await fire(await load(two('errorBehavior: skip', ', guard: true')))).decision).toBe('deny');
    const yaml = 'hooks:\n  errorBehavior: abort\n  SessionEnd: [{ type: command, handler: exit 0 }]\n';
    expect((await load(yaml)).log).toEqual([]);
  });

  it('timeout: of all hooks is in milliseconds', async () => {
    expect((await load(two('timeout: 5000', ', timeout: 7'))).hooks.list()).toMatchObject([
      { timeoutMs: 7000 },
      { timeoutMs: 5000 },
    ]);
    expect((await load(two('timeout: 2m'))).hooks.list()).toMatchObject([
      { timeoutMs: 120_000 },
      { timeoutMs: 120_000 },
    ]);
  });

  it('maxHooksPerPoint: is how many a point may have', async () => {
    await expect(load(two('maxHooksPerPoint: 1'))).rejects.toThrow('more hooks than the 1');
    expect((await load(two('maxHooksPerPoint: 2'))).hooks.list()).toHaveLength(2);
  });

  it('parallel: at file or point level, hooks start together from the same event', async () => {
    // Each waits for the other's file, so they end only if they run at the same time.
    const meets = (own: string, other: string): string =>
      `    - { type: command, handler: "touch ${own}; while [ ! -e ${other} ]; do sleep 0.02; done" }\n`;
    const both = (folder: string): string =>
      meets(`${folder}/a`, `${folder}/b`) + meets(`${folder}/b`, `${folder}/a`);
    const file = new Project();
    file.write(
      'hookline.yaml',
      `hooks:\n  timeout: 15s\n  parallel: true\n  PreToolUse:\n${both(file.path)}`,
    );
    expect((await fire(await file.load())).runs).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    const point = new Project();
    const hooks = both(point.path).replaceAll('    - ', '      - ');
    point.write(
      'hookline.yaml',
      `hooks:\n  timeout: 15s\n  PreToolUse:\n    parallel: true\n    hooks:\n${hooks}`,
    );
    expect((await fire(await point.load())).runs).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
  });

  it('parallel: false at a point is one after the other', async () => {
    const yaml = `hooks:
  parallel: true
  PreToolUse:
    parallel: false
    hooks:
      - { type: command, handler: 'echo "{\\"updated_input\\": {\\"command\\": \\"a\\"}}"' }
      - { type: command, handler: "grep -q '\\"command\\":\\"a\\"' && exit 2" }
`;
    expect((await fire(await load(yaml))).decision).toBe('deny');
  });
});

describe('keys of a file', () => {
  it('agents: have hooks of their own, which run after the global ones', async () => {
    const { hooks } = await load(`hooks:
  Stop: [{ name: global, type: command, handler: exit 0 }]
agents:
  - { id: a, backend: { hooks: { Stop: [{ name: own, type: command, handler: exit 0 }] } } }
  - { id: b, backend: { hooks: { Stop: [{ name: own, type: command, handler: exit 0 }] } } }
  - { id: c }
`);
    const names = async (agent: string): Promise<string[]> =>
      (await hooks.fire('Stop', { stop_hook_active: false }, { agent })).runs.map((run) => run.hook);
    expect(await names('a')).toEqual(['global', 'own']);
    expect(await names('c')).toEqual(['global']);
  });

  it('include: brings the hooks of other files, see includes', async () => {
    const { config } = await load('include: other.yaml\n', { 'other.yaml': hook('name: other') });
    expect(config.declarations).toMatchObject([{ name: 'other' }]);
  });

  it('permissions: are names that are granted, and rules', async () => {
    const permissions = async (yaml: string) => (await load(yaml)).config.permissions;
    expect(await permissions('permissions: [shellExec, network]\n')).toEqual({
      granted: new Set(['shellExec', 'network']),
      allow: [],
      deny: [],
      ask: [],
    });
    expect(
      await permissions(
        'permissions: { shellExec: true, network: false, allow: ["Bash(git *)"], deny: [Write] }\n',
      ),
    ).toEqual({ granted: new Set(['shellExec']), allow: ['Bash(git *)'], deny: ['Write'], ask: [] });
  });

  it('permissions: that one file withholds no other grants', async () => {
    const loaded = await load('include: b.yaml\npermissions: [a]\n', {
      'b.yaml': 'permissions: { a: false }\n',
    });
    expect(loaded.config.permissions.granted).toEqual(new Set());
  });

  it('permissions: are refused where they are no rules', async () => {
    const project = new Project({ 'h.yaml': 'permissions: { deny: ["Bash(("] }\n' });
    expect(await project.says('h.yaml')).toContain(
      'h.yaml:1:23: error: "Bash((" is not a permission rule: a "(" is never closed',
    );
  });

  it('handlers: are types of handlers by name, with the module that defines each', async () => {
    const define =
      "export const no = { type: 'no', create: () => async () => ({ type: 'deny', reason: 'no' }) };";
    const yaml = 'handlers: { no: ./no.mjs }\nhooks: { PreToolUse: [{ type: no }] }\n';
    const project = new Project({ 'h.yaml': yaml, 'no.mjs': define });
    const { declarations, problems } = await project.read('h.yaml');
    expect(problems).toEqual([]);
    expect(declarations).toMatchObject([{ type: 'no', runs: 'no', definedIn: join(project.path, 'no.mjs') }]);
  });

  it('mcpServers: are servers by name, in the folder of the file', async () => {
    const yaml = `mcpServers:
  near: { command: node, args: [server.mjs], env: { LEVEL: info } }
  deep: { command: node, cwd: servers }
  far: { url: "https://example.com/mcp", headers: { a: b } }
`;
    const project = new Project({ 'hookline.yaml': yaml });
    const { mcpServers } = await project.read('hookline.yaml');
    expect(mcpServers).toEqual({
      near: { command: 'node', args: ['server.mjs'], env: { LEVEL: 'info' }, cwd: project.path },
      deep: { command: 'node', cwd: join(project.path, 'servers') },
      far: { url: 'https://example.com/mcp', headers: { a: 'b' } },
    });
  });

  it.each([
    [
      '{ comand: x }',
      '"a" takes "command" with "args", or "url"; "comand" is neither, did you mean "command"?',
    ],
    ['{ command: x, arg: [] }', 'unknown key "arg", did you mean "args"?'],
    ['{ url: file }', '"url" takes an address with http: or https:, not "file"'],
    ['x', '"a" takes "command" with "args", or "url"'],
    ['{ command: x, env: { TOKEN: 5 } }', '"TOKEN" takes text'],
  ])('mcpServers: a server that is %s is refused', async (server, message) => {
    const project = new Project({ 'h.yaml': `mcpServers: { a: ${server} }\n` });
    const said = await project.says('h.yaml');
    expect(said.split('\n')[0]).toMatch(/^h\.yaml:1:\d+: error: /);
    expect(said).toContain(message);
  });

  it('mcpServers: have names that tools can have', async () => {
    const project = new Project({ 'h.yaml': 'mcpServers: { "a b": { command: x } }\n' });
    expect(await project.says('h.yaml')).toContain('"a b" cannot be the name of a server');
  });

  it('mcpServers: of all files are there by name, and a later file has its own way', async () => {
    const { config } = await load(
      'include: b.yaml\nmcpServers: { notes: { command: notes, args: [--quiet] } }\n',
      {
        'b.yaml': 'mcpServers: { notes: { command: other }, wiki: { url: "http://localhost:1/mcp" } }\n',
      },
    );
    expect(config.mcpServers).toEqual({
      notes: expect.objectContaining({ command: 'notes', args: ['--quiet'] }),
      wiki: { url: 'http://localhost:1/mcp' },
    });
  });

  it('tools: may be named by matchers, and so may those of whoever loads', async () => {
    const named = hook('matcher: deploy');
    const project = new Project({ 'hookline.yaml': named, 'own.yaml': `tools: [deploy]\n${named}` });
    const said = async (name: string, tools: readonly string[] = []): Promise<readonly unknown[]> =>
      lintLightly(await project.read(name, tools)).problems;
    expect(await said('hookline.yaml')).toHaveLength(1);
    expect(await said('own.yaml')).toEqual([]);
    expect(await said('hookline.yaml', ['deploy'])).toEqual([]);
  });

  it('ask: says what becomes of an ask when the agent runs unattended', async () => {
    const { config } = await load(`ask: { unattended: queue }\n${hook('name: a')}`);
    expect(config.unattended).toBe('queue');
    await expect(load(`ask: { unattended: later }\n${hook('name: a')}`)).rejects.toThrow(
      '"unattended" takes one of deny, queue, allow-listed',
    );
  });

  it('watch: reads changed files again', async () => {
    const project = new Project({ 'hookline.yaml': `watch: true\n${hook('name: old')}` });
    const { config } = await project.load();
    writeFileSync(project.file('hookline.yaml'), `watch: true\n${hook('name: changed')}`);
    await expect.poll(() => config.declarations[0]?.name).toBe('changed');
  });

  it('trace: says whether and how events are recorded', async () => {
    const rest = 'hooks: { Stop: [{ type: command, handler: exit 0 }] }\n';
    const setting = async (trace: string) => (await load(`trace: ${trace}\n${rest}`)).config.trace;
    expect(await setting('false')).toBeNull();
    expect(await setting('true')).toEqual({});
    expect(await setting('{ content: none, maxDays: 7 }')).toEqual({ content: 'none', maxDays: 7 });
    await expect(setting('{ content: some }')).rejects.toThrow('full, redacted, none');
    await expect(setting('{ cotent: none }')).rejects.toThrow('did you mean "content"');
    await expect(setting('{ maxDays: 0 }')).rejects.toThrow('a number of days');
  });

  it('managed: is understood where it counts, in files of the managed level', async () => {
    const { hooks } = await load(
      'managed: { only: false }\nhooks: { Stop: [{ type: command, handler: exit 0 }] }\n',
    );
    expect(hooks.list()).toHaveLength(1);
  });

  it('x- keys hold anchors, which aliases and merge keys use', async () => {
    const { hooks } = await load(`x-usual: &usual
  type: command
  timeout: 3
x-guard: &guard { guard: true, priority: 5 }
hooks:
  PreToolUse:
    - &first { <<: *usual, name: first, handler: exit 0 }
    - { <<: [*usual, *guard], name: second, handler: exit 0, timeout: 4 }
  PostToolUse:
    - { <<: *first, name: third }
`);
    expect(hooks.list()).toMatchObject([
      { name: 'first', timeoutMs: 3000, guard: false },
      { name: 'second', timeoutMs: 4000, guard: true, priority: 5 },
      { name: 'third', timeoutMs: 3000 },
    ]);
  });

  it('x- keys are said to be wrong at the place of the anchor', async () => {
    const project = new Project({
      'hookline.yaml':
        'x-usual: &usual { type: command, timeout: soon }\nhooks:\n  Stop:\n    - { <<: *usual, handler: exit 0 }\n',
    });
    expect(await project.says()).toContain('hookline.yaml:1:43: error: "timeout" takes');
  });
});
