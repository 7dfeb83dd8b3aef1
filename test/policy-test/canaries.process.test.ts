import { describe, expect, it } from 'vitest';
import { hookline } from '../support/command-line/served.ts';
import { folderWith } from '../support/folder-with.ts';

interface Canary {
  readonly hook: string;
  readonly effect: string | null;
  readonly test: string | null;
  readonly problem: string | null;
}

interface Guard {
  /** What it runs; its keys when it is no command at PreToolUse. */
  readonly runs: string;
  readonly point?: string;
  readonly matcher?: string;
  /** The event of its test, and what that expects; null for none. */
  readonly expect: string | null;
  readonly input?: string;
  readonly more?: string;
}

const deny = (name: string): string => `{ decision: deny, decidedBy: ${name} }`;
const rm = '{ tool_name: Bash, tool_input: { command: rm -rf build } }';
const secret = '{ tool_name: Bash, tool_input: { command: cat key }, tool_response: "key sk-12345" }';

const alive: Readonly<Record<string, Guard>> = {
  denies: { runs: './deny-rm.sh', expect: deny('denies') },
  asks: { runs: './ask-rm.sh', expect: '{ decision: ask, decidedBy: asks }' },
  halts: { runs: './halt-rm.sh', expect: '{ halted: true }' },
  changes: { runs: './rules.mjs#quieter', expect: '{ modified: true }' },
  redacts: { runs: './rules.mjs#redact', point: 'PostToolUse', input: secret, expect: '{ modified: true }' },
  hides: { runs: './rules.mjs#hide', point: 'PostToolUse', input: secret, expect: '{ suppressed: true }' },
  resumes: {
    runs: './rules.mjs#goOn',
    point: 'Stop',
    input: '{ stop_hook_active: false }',
    expect: '{ resume: true, decidedBy: resumes }',
  },
  'for a tool of a server': {
    runs: './rules.mjs#noDrop',
    matcher: 'mcp__db__query',
    input: '{ tool_name: mcp__db__query, tool_input: { sql: DROP TABLE users } }',
    expect: deny('for a tool of a server'),
  },
  'stops all on purpose': {
    runs: 'echo "no web here" >&2; exit 2',
    matcher: 'WebFetch',
    input: '{ tool_name: WebFetch, tool_input: { url: "http://a.example", prompt: x } }',
    expect: deny('stops all on purpose'),
    more: 'stopsAll: true',
  },
};

const dead: Readonly<Record<string, Guard & { readonly problem: RegExp }>> = {
  'never denies': { runs: 'exit 0', expect: deny('never denies'), problem: /does not deny the event/ },
  'has no test': { runs: './deny-rm.sh', expect: null, problem: /no test expects it to deny: add one/ },
  'has no test of its output': {
    runs: './rules.mjs#hide',
    point: 'PostToolUse',
    expect: null,
    problem: /no test expects it to hide or to change/,
  },
  'has no test of its stop': {
    runs: './rules.mjs#goOn',
    point: 'Stop',
    expect: null,
    problem: /no test expects it to resume/,
  },
  'always stops': {
    runs: 'echo "destructive command" >&2; exit 2',
    expect: `{ decision: deny, decidedBy: always stops, reason: destructive }`,
    problem: /also stops a harmless event .*"echo hello"/,
  },
  'always hides': {
    runs: `echo '{"suppressOutput": true}'`,
    point: 'PostToolUse',
    input: secret,
    expect: '{ suppressed: true }',
    problem: /also stops a harmless event/,
  },
  'always resumes': {
    runs: 'echo "go on" >&2; exit 2',
    point: 'Stop',
    input: '{ stop_hook_active: false }',
    expect: '{ resume: true, decidedBy: always resumes }',
    problem: /also stops a harmless event/,
  },
  'only fails': { runs: 'exit 3', expect: deny('only fails'), problem: /failed \(exit\) instead of denying/ },
  'fails at what is harmless': {
    runs: './fails-at-harmless.sh',
    expect: deny('fails at what is harmless'),
    problem: /fails at a harmless event .*\(exit\)/,
  },
  'sh cannot read': {
    runs: 'sh ./open.sh',
    expect: deny('sh cannot read'),
    problem: /ends with 2 because it is broken.*(?:end of file|unexpected)/i,
  },
  'bash cannot read': {
    runs: 'bash ./open.sh',
    expect: deny('bash cannot read'),
    problem: /ends with 2 because it is broken/,
  },
  'python cannot find': {
    runs: 'python3 ./gone/check.py',
    expect: deny('python cannot find'),
    problem: /ends with 2 because it is broken.*can't open file/,
  },
  'python cannot read its arguments': {
    runs: 'python3 ./arguments.py',
    expect: deny('python cannot read its arguments'),
    problem: /ends with 2 because it is broken.*(?:usage|required)/,
  },
  'grep cannot read its option': {
    runs: 'grep --no-such-option rm; exit $?',
    expect: deny('grep cannot read its option'),
    problem: /ends with 2 because it is broken/,
  },
  'test compares no numbers': {
    runs: '[ a -gt 1 ]; exit $?',
    expect: deny('test compares no numbers'),
    problem: /ends with 2 because it is broken/,
  },
};

const files = {
  'deny-rm.sh': '#!/bin/sh\nif grep -q "rm -rf"; then echo destructive >&2; exit 2; fi\n',
  'ask-rm.sh': `#!/bin/sh\nif grep -q "rm -rf"; then echo '{"decision": "ask", "reason": "sure?"}'; fi\n`,
  'halt-rm.sh': `#!/bin/sh\nif grep -q "rm -rf"; then echo '{"continue": false, "stopReason": "enough"}'; fi\n`,
  'fails-at-harmless.sh': '#!/bin/sh\nif grep -q "rm -rf"; then echo no >&2; exit 2; fi\nexit 7\n',
  'open.sh': 'if grep -q rm; then\n  exit 2\n',
  'arguments.py':
    'import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument("--event", required=True)\nparser.parse_args()\n',
  'rules.mjs': `
export const quieter = ({ tool_input }) =>
  tool_input.command?.includes('rm -rf') ? { updated_input: { command: 'true' } } : undefined;
export const redact = ({ tool_response }) =>
  tool_response.includes('sk-') ? { type: 'modify', value: 'key ***' } : undefined;
export const hide = ({ tool_response }) => (tool_response.includes('sk-') ? { suppressOutput: true } : undefined);
export const goOn = ({ stop_hook_active }) => (stop_hook_active ? undefined : { decision: 'block', reason: 'tests fail' });
export const noDrop = ({ tool_input }) => (/drop/i.test(tool_input.sql) ? { decision: 'deny', reason: 'no' } : undefined);
`,
};

/** Every guard has an agent of its own, so that none stands before another. */
const all = Object.entries({ ...alive, ...dead });

function configOf(): string {
  const agents = all.map(([name, { runs, point = 'PreToolUse', matcher }], index) => {
    const hook = {
      name,
      handler: runs,
      ...(runs.includes('.mjs') ? {} : { type: 'command' }),
      ...(matcher && { matcher }),
      guard: true,
    };
    return { id: `agent${index}`, backend: { hooks: { [point]: [hook] } } };
  });
  return JSON.stringify({ agents });
}

function testsOf(): string {
  const tests = all.flatMap(([name, { point = 'PreToolUse', input = rm, expect: wanted, more }], index) =>
    wanted === null
      ? []
      : [
          `  - name: ${name}\n    fire: ${point}\n    agent: agent${index}\n    input: ${input}\n    expect: ${wanted}\n${more === undefined ? '' : `    ${more}\n`}`,
        ],
  );
  return `tests:\n${tests.join('')}`;
}

describe('hookline test --canary', () => {
  it('tells the guards that hold from those that only seem to', async () => {
    const cwd = folderWith({ ...files, 'hookline.yaml': configOf(), 'hookline.test.yaml': testsOf() });
    const { stdout, stderr, code } = await hookline(['test', '--canary', '--json'], { cwd });
    expect(stderr).toBe('');
    expect(code).toBe(1);
    const { canaries } = JSON.parse(stdout) as { readonly canaries: readonly Canary[] };
    const living = Object.keys(alive).map((hook) => [hook, expect.any(String), null]);
    const others = Object.entries(dead).map(([hook, { problem }]) => [
      hook,
      expect.toSatisfy((effect) => effect === null || typeof effect === 'string'),
      expect.stringMatching(problem),
    ]);
    expect(canaries.map(({ hook, effect, problem }) => [hook, effect, problem])).toEqual([
      ...living,
      ...others,
    ]);
  });

  it('takes what a test lets pass for harmless, where a guard lets little else pass', async () => {
    const only = '#!/bin/sh\ngrep -q "git status" && exit 0\necho only git status >&2\nexit 2\n';
    const hook = '{ name: only, matcher: Bash, handler: ./only.sh, guard: true }';
    const test = (command: string, expected: string): string =>
      `  - { fire: "pre:tool:Bash", input: { tool_input: { command: ${command} } }, expect: ${expected} }\n`;
    const both = test('git status', '{ decision: null }') + test('rm x', '{ decision: deny }');
    const cwd = folderWith({
      'only.sh': only,
      'hookline.yaml': `hooks: { PreToolUse: [${hook}] }\n`,
      'hookline.test.yaml': `tests:\n${both}`,
    });
    const { code, stdout } = await hookline(['test', '--canary'], { cwd });
    expect(stdout).toContain('✓ denies  only  shown by "pre:tool:Bash #2"');
    expect(code).toBe(0);
  });
});
