import { describe, expect, it } from 'vitest';
import { hookline } from '../support/command-line/served.ts';
import { folderWith } from '../support/folder-with.ts';

const config = `
hooks:
  PreToolUse:
    - { name: guard, matcher: Bash, type: command, handler: "true", priority: 10, guard: true }
    - { name: rewrite, matcher: "B*", type: module, handler: ./rewrite.mjs, priority: 50 }
    - { name: watch, type: command, handler: "true", mode: observe, priority: 1 }
    - { name: off, type: command, handler: "true", enabled: false }
    - { name: writes, matcher: Write, type: command, handler: "true" }
  PostToolUse:
    - { name: log, type: command, handler: "true" }
agents:
  - id: agent1
    backend:
      hooks:
        PreToolUse:
          override: true
          hooks:
            - { name: own, type: command, handler: "true" }
`;
const files = {
  'hookline.yaml': config,
  'rewrite.mjs':
    'export default ({ tool_input }) => ({ updated_input: { ...tool_input, command: "ls -l", safe: true } });',
};

interface Explained {
  readonly hook: string;
  readonly order: number | null;
  readonly obstacle: string | null;
  readonly why: string;
  readonly place: { line: number };
}

async function explain(
  words: readonly string[],
  input = '',
): Promise<{ hooks: Explained[]; notes: string[]; steps: object[] }> {
  const { code, stdout } = await hookline(['explain', ...words, '--json'], { cwd: folderWith(files), input });
  expect(code).toBe(0);
  return JSON.parse(stdout) as { hooks: Explained[]; notes: string[]; steps: object[] };
}

describe('hookline explain', () => {
  it('tells who would run, in which order, and what keeps the others from it, with places', async () => {
    const { hooks } = await explain(['PreToolUse', '--tool', 'Bash']);
    expect(hooks.map(({ hook, order, obstacle, place }) => [hook, order, obstacle, place.line])).toEqual([
      ['guard', 1, null, 4],
      ['rewrite', 2, null, 5],
      ['watch', 3, null, 6],
      ['off', null, 'disabled', 7],
      ['writes', null, 'matcher', 8],
      ['own', null, 'scope', 18],
    ]);
    expect(hooks[4]?.why).toBe('"Write" does not match the tool_name "Bash"');
  });

  it('runs in the order that it tells', async () => {
    const event = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });
    const explained = (await explain(['PreToolUse', '-i', '-'], event)) as unknown as {
      hooks: Explained[];
      outcome: { runs: { hook: string }[] };
    };
    const told = explained.hooks.filter(({ order }) => order !== null).map(({ hook }) => hook);
    const ran = [...new Set(explained.outcome.runs.map(({ hook }) => hook))];
    expect(ran).toEqual(told);
  });

  it('tells an override with its place, and that a guard runs all the same', async () => {
    const { hooks } = await explain(['pre:tool:Bash', '--agent', 'agent1']);
    expect(hooks.map(({ hook, obstacle }) => [hook, obstacle])).toEqual([
      ['guard', null],
      ['own', null],
      ['rewrite', 'override'],
      ['watch', 'override'],
      ['off', 'disabled'],
      ['writes', 'override'],
    ]);
    expect(hooks[0]?.why).toContain('guards are never overridden');
    expect(hooks[2]?.why).toMatch(/"agent1" overrides PreToolUse at hookline\.yaml:16:/);
  });

  it('says that an agent has no hooks, and which agents have', async () => {
    const { notes, hooks } = await explain(['PreToolUse', '--agent', 'agentt1']);
    expect(notes).toEqual(['there are no hooks for the agent "agentt1", did you mean "agent1"?']);
    expect(hooks.length).toBe(6);
  });

  it('answers for one hook why it does not run', async () => {
    const cwd = folderWith(files);
    const { stdout } = await hookline(['explain', 'PreToolUse', '--tool', 'Bash', '--hook', 'writes'], {
      cwd,
    });
    expect(stdout).toBe(
      'PreToolUse for Bash\n  does not run  writes  priority 100  "Write" does not match the tool_name "Bash"  hookline.yaml:8:63\n',
    );
  });

  it('shows with an event what each hook changed', async () => {
    const cwd = folderWith(files);
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });
    const { stdout } = await hookline(['explain', 'PreToolUse', '-i', '-'], { cwd, input });
    expect(stdout).toMatch(/✓ {2}rewrite .*\n +command: "ls" → "ls -l"\n +safe: added true\n {2}✓ {2}guard/);
  });

  it('tells which hooks run at the same time', async () => {
    const parallel =
      'hooks: { Stop: { parallel: true, hooks: [{ name: a, type: command, handler: "true" }, { name: b, type: command, handler: "true" }] } }';
    const { stdout } = await hookline(['explain', 'Stop', '--json'], {
      cwd: folderWith({ 'hookline.yaml': parallel }),
    });
    expect((JSON.parse(stdout) as { hooks: Explained[] }).hooks).toMatchObject([
      { hook: 'a', order: 1, why: expect.stringContaining('together with b') },
      { hook: 'b', order: 1 },
    ]);
  });
});

describe('hookline list', () => {
  it('lists every hook by point, in order, with where it stands', async () => {
    const { stdout } = await hookline(['list'], { cwd: folderWith(files) });
    expect(stdout.split('\n')[0]).toBe('PreToolUse');
    expect(stdout).toMatch(/ {2}10 {3}guard {4}Bash {3}command true {10} *guard {9} *hookline\.yaml:4:61\n/);
    expect(stdout).toMatch(/\nPostToolUse\n {2}100 {2}log {2}\* {2}command true {2}hookline\.yaml:10:/);
  });

  it('lists those of one point, or those that can run for an agent', async () => {
    const names = async (words: string[]): Promise<unknown[]> => {
      const { stdout } = await hookline(['list', '--json', ...words], { cwd: folderWith(files) });
      return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
    };
    expect(await names(['--point', 'post:tool'])).toEqual(['log']);
    expect(await names(['--agent', 'agent1'])).toEqual(['guard', 'off', 'log', 'own']);
    expect(await names(['--agent', 'agent2', '--point', 'PreToolUse'])).not.toContain('own');
  });
});

describe('hookline validate', () => {
  it('passes what is right, and says how much that is', async () => {
    const { code, stdout } = await hookline(['validate'], { cwd: folderWith(files) });
    expect(stdout).toContain('✓ hookline.yaml: 7 hooks, 2 warnings');
    expect(code).toBe(0);
  });

  it('tells every error and warning at its place, and fails; with --strict for a warning alone', async () => {
    const cwd = folderWith({
      'bad.yaml': 'hooks:\n  PreToolUse:\n    - { type: command, handler: "true", gaurd: true }\n',
      'doubtful.yaml': 'hooks:\n  Stop:\n    - { type: command, handler: "true", matcher: Bash }\n',
    });
    const bad = await hookline(['validate', 'bad.yaml', 'doubtful.yaml'], { cwd });
    expect(bad.stdout).toMatch(/bad\.yaml:3:41: error: .*did you mean "guard"/);
    expect(bad.stdout).toMatch(/doubtful\.yaml:3:\d+: warning: /);
    expect(bad.stdout).toMatch(/✗ .*1 error, 1 warning\n$/);
    expect(bad.code).toBe(1);
    expect((await hookline(['validate', 'doubtful.yaml'], { cwd })).code).toBe(0);
    expect((await hookline(['validate', 'doubtful.yaml', '--strict'], { cwd })).code).toBe(1);
    const { stdout } = await hookline(['validate', 'bad.yaml', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      hooks: 0,
      problems: [{ severity: 'error', place: { line: 3 } }],
    });
  });
});

describe('hookline points', () => {
  it('prints the table of rights', async () => {
    const { stdout } = await hookline(['points']);
    expect(stdout).toMatch(/\nPreToolUse +tool_name +tool_input +deny +allow deny ask modify inject halt\n/);
    expect((JSON.parse((await hookline(['points', '--json'])).stdout) as object[])[0]).toMatchObject({
      name: 'PreToolUse',
      also: 'pre:tool',
    });
  });
});
