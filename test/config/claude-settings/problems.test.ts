import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/config/load/read-config.ts';
import { ConfigError, formatPlace, type Problem } from '../../../src/config/source/problem.ts';
import { lintLightly } from '../../../src/lint/lint-config.ts';
import { claudeEventNames } from '../../../src/protocols/claude-code/events.ts';
import { Project } from '../../support/configuration/settings.ts';

beforeEach(() => {
  for (const api of ['ANTHROPIC', 'OPENAI'])
    for (const key of ['API_KEY', 'AUTH_TOKEN', 'PROFILE']) vi.stubEnv(`${api}_${key}`, '');
  vi.stubEnv('HOME', '/nowhere');
});
afterAll(() => vi.unstubAllEnvs());

async function problemsOf(text: string, name = '.claude/settings.json'): Promise<readonly Problem[]> {
  const project = new Project();
  return lintLightly(await readConfig([project.write(name, text)])).problems;
}

/** Severity, place and message of each problem. */
async function told(text: string): Promise<string[]> {
  const problems = await problemsOf(text);
  return problems.map(
    ({ severity, message, place }) => `${severity} ${place.line}:${place.column} ${message}`,
  );
}

/** What is said of settings whose PreToolUse has one hook. */
const hook = (entry: string, event = 'PreToolUse'): Promise<string[]> =>
  told(`{"hooks": {"${event}": [{"hooks": [\n${entry}\n]}]}}`);

describe('settings that are not JSON', () => {
  it.each([
    ['{\n  // mine\n  "hooks": {}\n}', ['error 2:3 JSON has no comments; remove it']],
    ['{\n  "hooks": {} /* a\nb */\n}', ['error 2:15 JSON has no comments; remove it']],
    ['{\n  "hooks": {},\n}', ['error 2:14 JSON has no comma after the last entry; remove it']],
    ['{"a": [1, 2,]}', ['error 1:12 JSON has no comma after the last entry; remove it']],
    ['{"a": 1\n "b": 2}', ['error 1:7 a comma is missing after this']],
    ['{\n "a": [\n', ['error 2:7 this "[" is never closed']],
    ['{\n "a": \n', ['error 1:1 this "{" is never closed']],
    ['{hooks: {}}', ['error 1:2 a key in double quotes is expected, not "hooks"']],
    ["{'hooks': {}}", ['error 1:2 a key in double quotes is expected, not "\'"; put text in double quotes']],
    ['{"a" 1}', ['error 1:6 ":" is expected after "a", not "1"']],
    ['{"a": yes}', ['error 1:7 a value is expected, not "yes"']],
    ['{"a": 01}', ['error 1:7 a value is expected, not "01"']],
    ['{"a": "b}\n', ['error 1:7 this text is never closed by a quote on its line']],
    [
      '{"a": "C:\\dir"}',
      [
        'error 1:7 this text has a character or an escape that JSON does not have; "\\" itself is written "\\\\"',
      ],
    ],
    ['{} {}', ['error 1:4 the file ends with the first value, before "{"']],
    ['', ['error 1:1 the file is empty; without settings it is {}']],
    ['[]', ['error 1:1 settings are an object, not a list']],
  ])('%j', async (text, expected) => {
    expect(await told(text)).toEqual(expected);
  });

  it('have every comment and needless comma told at once', async () => {
    expect(await told('{ // one\n "a": [1,], // two\n}')).toEqual([
      'error 1:3 JSON has no comments; remove it',
      'error 2:9 JSON has no comma after the last entry; remove it',
      'error 2:11 JSON has no comma after the last entry; remove it',
      'error 2:13 JSON has no comments; remove it',
    ]);
  });

  it('cannot be nested without end', async () => {
    expect(await told('['.repeat(10_000))).toEqual(['error 1:201 this is nested too deep']);
  });

  it('may begin with a byte order mark', async () => {
    expect(await told('\ufeff{"hooks": {}}')).toEqual([]);
  });

  it('are told of a key that stands twice', async () => {
    expect(await told('{"hooks": {},\n"hooks": {}}')).toEqual([
      'warning 2:1 "hooks" is here twice; only the last one counts',
    ]);
  });
});

describe('an event of the settings', () => {
  it('that nobody knows is an error', async () => {
    expect(await told('{"hooks": {\n  "PreTolUse": []}}')).toEqual([
      'error 2:3 unknown event "PreTolUse", did you mean "PreToolUse"?',
    ]);
  });

  it.each(claudeEventNames)('that Claude Code has is known: %s', async (event) => {
    expect(await hook('{"type": "command", "command": "true"}', event)).toEqual([]);
  });

  it('that only hookline has is a warning', async () => {
    expect(await hook('{"type": "command", "command": "true"}', 'pre:message')).toEqual([
      'warning 1:12 Claude Code has no event "pre:message"; these hooks run here only',
    ]);
  });

  it.each([
    ['{"PreToolUse": []}', 'error 1:2 the hooks of PreToolUse stand under "hooks"'],
    ['{"hook": {}}', 'error 1:2 unknown key "hook", did you mean "hooks"?'],
    ['{"hooks": []}', 'error 1:11 "hooks" takes events with their hooks, not a list'],
    [
      '{"hooks": {"Stop": {}}}',
      'error 1:20 "Stop" takes a list of objects with "matcher" and "hooks", not {  }',
    ],
    [
      '{"hooks": {"Stop": ["x.sh"]}}',
      'error 1:21 an event lists objects with "matcher" and "hooks", not "x.sh"',
    ],
    [
      '{"hooks": {"Stop": [{"type": "command"}]}}',
      'error 1:21 a hook belongs in its own list: { "matcher": …, "hooks": [ … ] }',
    ],
    ['{"hooks": {"Stop": [{}]}}', 'error 1:21 "hooks" is missing: it takes a list of hooks'],
    ['{"hooks": {"Stop": [{"hooks": 1}]}}', 'error 1:31 "hooks" takes a list of hooks, not 1'],
    [
      '{"hooks": {"Stop": [{"hooks": [], "mather": ""}]}}',
      'error 1:35 unknown key "mather", did you mean "matcher"?',
    ],
    [
      '{"hooks": {"Stop": [{"hooks": [], "matcher": 1}]}}',
      'error 1:46 "matcher" takes text: a name, names separated by "|", or a regular expression, not 1',
    ],
  ])('has a shape: %s', async (text, expected) => {
    expect(await told(text)).toEqual([expected]);
  });
});

describe('a hook of the settings', () => {
  it.each([
    ['"x.sh"', 'error 2:1 a hook is an object with "type", not "x.sh"'],
    ['{"command": "x"}', 'error 2:1 "type" is missing: it is one of command, http, mcp_tool, prompt, agent'],
    ['{"type": "comand", "command": "x"}', 'error 2:10 unknown type "comand", did you mean "command"?'],
    ['{"type": 3}', 'error 2:10 unknown type 3: it is one of command, http, mcp_tool, prompt, agent'],
    [
      '{"type": "command"}',
      'error 2:1 "command" is missing: it takes a shell line; or, beside "args", a program',
    ],
    ['{"type": "command", "command": "x", "args": "y"}', 'error 2:45 "args" takes a list of text, not "y"'],
    ['{"type": "command", "command": "x", "args": [1]}', 'error 2:46 each entry takes text, not 1'],
    [
      '{"type": "command", "command": "x", "timeout": "5s"}',
      'error 2:48 "timeout" takes a number of seconds above 0, not "5s"',
    ],
    [
      '{"type": "command", "command": "x", "timeout": 0}',
      'error 2:48 "timeout" takes a number of seconds above 0, not 0',
    ],
    [
      '{"type": "command", "command": "x", "timout": 5}',
      'error 2:37 unknown key "timout", did you mean "timeout"?',
    ],
    [
      '{"type": "command", "command": "x", "onFailure": "closed"}',
      'error 2:50 "onFailure" takes one of continue, block, not "closed"',
    ],
    [
      '{"type": "command", "command": "x", "shell": "powershell"}',
      'error 2:46 commands are run by sh, so "shell" cannot be "powershell" here',
    ],
    [
      '{"type": "command", "command": "x", "if": "Bash(a) && Bash(b)"}',
      'error 2:43 "if" takes one permission rule; give each of these a hook of its own',
    ],
    [
      '{"type": "command", "command": "x", "if": "not a rule"}',
      'error 2:43 "if" takes one permission rule such as Bash(git *) or Edit(*.ts), not "not a rule"',
    ],
    [
      '{"type": "http", "url": "example.com"}',
      'error 2:25 "url" takes an address that starts with http:// or https://, not "example.com"',
    ],
    ['{"type": "http", "url": "http://a", "headers": {"x": 1}}', 'error 2:54 "x" takes text'],
    [
      '{"type": "http", "url": "http://a b"}',
      'error 2:25 an http handler takes an address such as https://example.com/hook, not "http://a b"…',
    ],
    ['{"type": "prompt"}', 'error 2:1 "prompt" is missing: it takes text'],
    [
      '{"type": "mcp_tool", "server": "a", "tool": "b", "input": "x"}',
      'error 2:59 "input" takes the input of that tool, not "x"',
    ],
  ])('is an error: %s', async (entry, expected) => {
    expect((await hook(entry)).filter((line) => line.startsWith('error'))).toEqual([expected]);
  });

  it.each([
    [
      '{"type": "prompt", "prompt": "Is it safe? $ARGUMENTS"}',
      'warning 2:30 the model has no key: set the environment variable ANTHROPIC_API_KEY, so this hook blocks at PreToolUse',
    ],
    [
      '{"type": "prompt", "prompt": "Is it safe?", "model": "openai:gpt-5.4"}',
      'warning 2:30 the model has no key: set the environment variable OPENAI_API_KEY, so this hook blocks at PreToolUse',
    ],
    [
      '{"type": "agent", "prompt": "Check"}',
      'warning 2:10 hooks of type "agent" do not run here, so this hook blocks at PreToolUse; ask a model once with type "prompt", or start an agent of your own with type "command"',
    ],
    [
      '{"type": "mcp_tool", "server": "a", "tool": "b", "input": {"x": "y"}}',
      'warning 2:45 the MCP server "a" is neither in .mcp.json nor under "mcpServers" of a hookline.yaml, so this hook blocks at PreToolUse',
    ],
    [
      '{"type": "command", "command": "x", "sandbox": true}',
      'warning 2:37 unknown key "sandbox", which has no effect here',
    ],
    [
      '{"type": "command", "command": "x", "timeout": 5000}',
      'warning 2:48 "timeout" is in seconds, and 5000 seconds are long; did you mean 5?',
    ],
    [
      '{"type": "command", "command": "x", "asyncRewake": true}',
      'warning 2:52 the model is not woken here: what a hook with "asyncRewake" says arrives with the next event, and its exit code 2 is dropped',
    ],
  ])('is a warning: %s', async (entry, expected) => {
    expect(await hook(entry)).toEqual([expected]);
  });

  it('with an "if" never runs at an event without a tool', async () => {
    expect(await hook('{"type": "command", "command": "x", "if": "Bash"}', 'Stop')).toEqual([
      'warning 2:43 "if" is about tool calls, and Stop is none: as in Claude Code, this hook never runs',
    ]);
  });

  it.each([
    ['"$CLAUDE_PROJECT_DIR"/.claude/hooks/gone.sh', 'PreToolUse', 'gone.sh', 'blocks at PreToolUse'],
    ['python3 "${CLAUDE_PROJECT_DIR}/gone.py" --fast', 'Stop', 'gone.py', 'blocks at Stop'],
    ['/no/such/program', 'SessionStart', '/no/such/program', 'does nothing'],
  ])('whose script is not there is a warning: %s', async (command, event, script, consequence) => {
    const [problem, ...others] = await hook(JSON.stringify({ type: 'command', command }), event);
    expect(problem).toMatch(/^warning 2:29 there is no file /);
    expect(problem).toContain(`${script}; until it is there, this hook ${consequence}`);
    expect(others).toEqual([]);
  });

  it.each([
    '"$HOME"/x.sh',
    'test -x "$CLAUDE_PROJECT_DIR/gone.sh" && "$CLAUDE_PROJECT_DIR/gone.sh"',
    'npx prettier --write',
    '/bin/sh -c true',
  ])('whose script cannot be told, or is there, is fine: %s', async (command) => {
    expect(await hook(JSON.stringify({ type: 'command', command }))).toEqual([]);
  });

  it.each([
    '{"type": "command", "command": "x", "once": true, "statusMessage": "Checking…"}',
    '{"type": "command", "command": "sh", "args": ["-c", "x"], "shell": "powershell"}',
    '{"type": "command", "command": "x", "shell": "bash"}',
  ])('is fine: %s', async (entry) => {
    expect(await hook(entry)).toEqual([]);
  });
});

describe('a matcher of the settings', () => {
  it.each([
    ['PreToolUse', '[', 'never matches'],
    ['PreToolUse', '*_task', 'never matches'],
    ['PreToolUse', 'mcp__*', 'not a glob'],
    ['PreToolUse', 'mcp__memory', 'write "mcp__memory__.*"'],
    ['PreToolUse', 'BASH', 'no known tool is called "BASH", did you mean "Bash"?'],
    ['SessionStart', 'start', '"start" matches no source of SessionStart'],
    ['Stop', 'zzz', 'this matcher is ignored and the hook fires'],
  ])('at %s is doubtful: %s', async (event, matcher, expected) => {
    const [problem, ...others] = await told(
      JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command: 'true' }] }] } }),
    );
    expect(problem).toMatch(/^warning 1:\d+ /);
    expect(problem).toContain(expected);
    expect(others).toEqual([]);
  });

  it.each(['Bash', 'Edit|Write', '', '*', 'mcp__memory__.*', '^(?!Edit)', 'MyOwnTool'])(
    'is fine: %s',
    async (matcher) => {
      expect(await told(JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks: [] }] } }))).toEqual([]);
    },
  );
});

describe('the other settings', () => {
  it('are left alone', async () => {
    const text = JSON.stringify({
      model: 'x',
      env: { A: 1 },
      statusLine: 3,
      permissions: { additionalDirectories: ['../x'] },
    });
    expect(await told(text)).toEqual([]);
  });

  it('have a mode that counts for nothing, which is a warning', async () => {
    expect(await told('{"permissions": {"defaultMode": "plan"}}')).toEqual([
      'warning 1:18 "defaultMode" has no effect here: the host says the mode, as in hookline run --permission-mode plan',
    ]);
  });

  it.each([
    ['{"disableAllHooks": "yes"}', 'error 1:21 "disableAllHooks" takes true or false, not "yes"'],
    ['{"permissions": []}', 'error 1:17 "permissions" takes rules, not a list'],
    [
      '{"permissions": {"allow": "Read"}}',
      'error 1:27 "allow" takes a list of rules such as "Bash(git *)", not "Read"',
    ],
    [
      '{"allowedHttpHookUrls": "*"}',
      'error 1:25 "allowedHttpHookUrls" takes a list of addresses, in which "*" is any text, not "*"',
    ],
    [
      '{"allowManagedHooksOnly": true}',
      'warning 1:2 "allowManagedHooksOnly" counts in managed settings only, which are not read here; the hooks of this file run',
    ],
  ])('count where they are about hooks: %s', async (text, expected) => {
    expect(await told(text)).toEqual([expected]);
  });
});

describe('everything that is wrong with settings', () => {
  it('is told at once, with the place in each file', async () => {
    const project = new Project();
    const shared = project.write(
      '.claude/settings.json',
      '{"hooks": {"PreToolUse": [{"hooks": [\n  {"type": "command"},\n  {"type": "htp", "url": "x"}\n]}], "Stopp": []}}',
    );
    const local = project.write('.claude/settings.local.json', '{"disableAllHooks": 1}');
    const problem = await project.load([shared, local]).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ConfigError);
    expect((problem as ConfigError).problems.map(({ place }) => formatPlace(place))).toEqual([
      `${shared}:2:3`,
      `${shared}:3:12`,
      `${shared}:4:6`,
      `${local}:1:21`,
    ]);
    expect(String(problem)).toContain('  3 |   {"type": "htp", "url": "x"}\n    |            ^^^^^');
  });
});
