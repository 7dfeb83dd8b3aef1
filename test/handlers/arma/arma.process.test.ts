import { describe, expect, it } from 'vitest';
import { armaHandler, armaHookOptions } from '../../../src/config/arma/arma-file.ts';
import { parseArma } from '../../../src/config/arma/script.ts';
import type { FireInput } from '../../../src/engine/points/point-types.ts';
import type { HookOptions, Outcome, PointName } from '../../../src/entries/index.ts';
import type { ArmaHook } from '../../../src/handlers/arma/hook.ts';
import { eventually, isAlive } from '../../support/eventually.ts';
import { bash, quietHooks } from '../../support/hooks.ts';
import { commandFixtures } from '../../support/processes/command-fixtures.ts';
import { Scratch } from '../../support/scratch.ts';

interface Firing<P extends PointName> {
  readonly point: P;
  readonly input: FireInput<P>;
  readonly permissions?: () => ReadonlySet<string>;
  readonly options?: HookOptions;
  readonly directory?: string;
}

/** Fires a point at the lines of one script. */
function fire<P extends PointName>(script: string, firing: Firing<P>): Promise<Outcome> {
  const { hooks } = quietHooks();
  const { permissions = () => new Set<string>(), directory = commandFixtures } = firing;
  for (const hook of read(script)) {
    const options = { timeoutMs: 15_000, ...armaHookOptions(hook, 'hooks.arma'), ...firing.options };
    hooks.on(hook.point, options, armaHandler(hook, { permissions, directory }));
  }
  return hooks.fire(firing.point, firing.input);
}

function read(script: string): readonly ArmaHook[] {
  const { hooks, problems } = parseArma(script);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return hooks;
}

const message = (prompt: string) => ({ point: 'pre:message', input: { prompt } }) as const;
const toolCall = (tool_input: Readonly<Record<string, unknown>>, tool_name = 'Bash') =>
  ({ point: 'PreToolUse', input: { tool_name, tool_input, tool_use_id: 'call-1' } }) as const;
const spawn = (config: unknown) =>
  ({ point: 'pre:agent:spawn', input: { agent: 'a1', agent_type: 'explore', config } }) as const;

describe('the hook of a line', () => {
  it('runs among the user scripts, is called by file and line, and comes from the file', () => {
    const [, hook] = parseArma('\nhook pre:message /notify a\nhook pre:tool:shell /notify b').hooks;
    expect(armaHookOptions(hook as ArmaHook, '/etc/rules/hooks.arma')).toEqual({
      name: 'hooks.arma:3',
      priority: 50,
      source: '/etc/rules/hooks.arma',
      matcher: 'shell',
    });
  });

  it('fires only for what it matches', async () => {
    const script = 'hook pre:tool:Ba* /notify yes\nhook pre:tool:Write /notify no';
    const { notices } = await fire(script, { point: 'PreToolUse', input: bash });
    expect(notices).toEqual([{ message: 'yes', level: 'info', hook: 'hooks.arma:1' }]);
  });
});

describe('/log and /notify', () => {
  it.each(['debug', 'info', 'warning', 'error'])('tell at the level %s', async (level) => {
    const { notices } = await fire(`hook pre:message /log ${level} "Sending: $prompt"`, message('hi'));
    expect(notices).toEqual([{ message: 'Sending: hi', level, hook: 'hooks.arma:1' }]);
  });

  it.each([
    ['$config', { model: 'small', n: 1 }, '{"model":"small","n":1}'],
    ['$config', null, 'null'],
    ['$config', 7, '7'],
    ['$config', 'text', 'text'],
    ['<$config>', undefined, '<>'],
    [`\${config.model}`, { model: 'small' }, 'small'],
    [`\${config.list.1}`, { list: ['a', 'b'] }, 'b'],
    [`<\${config.no.such}>`, { model: 'small' }, '<>'],
    [`<\${config.length}>`, 'text', '<>'],
    [`<\${config.constructor}>`, {}, '<>'],
    ["'$config'", 'x', '$config'],
    [String.raw`"\$config"`, 'x', '$config'],
    ['$agent:$agent_type', {}, 'a1:explore'],
  ])('write %s of %j', async (text, config, expected) => {
    const { notices } = await fire(`hook pre:agent:spawn /notify ${text}`, spawn(config));
    expect(notices.map((notice) => notice.message)).toEqual([expected]);
  });

  it('cut a value that is longer than a few pages', async () => {
    const { notices } = await fire('hook pre:message /notify "<$prompt>"', message('x'.repeat(10_005)));
    expect(notices[0]?.message).toBe(`<${'x'.repeat(10_000)}… (5 more characters)>`);
  });

  it('write what cannot be JSON in some way', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const { notices, runs } = await fire('hook pre:agent:spawn /notify $config', spawn(cycle));
    expect(notices[0]?.message).toBe('{ self }');
    expect(runs[0]?.status).toBe('ok');
  });

  it('know the fields of the event too', async () => {
    const script = `hook pre:tool /notify "$tool_name \${tool_input.command} $tool_use_id"`;
    const { notices } = await fire(script, { point: 'PreToolUse', input: bash });
    expect(notices[0]?.message).toBe('Bash ls call-1');
  });
});

describe('/perms check', () => {
  const script = 'hook pre:tool /perms check shellExec';

  it('aborts unless the permission is granted', async () => {
    const denied = await fire(script, { point: 'PreToolUse', input: bash });
    expect(denied).toMatchObject({ decision: 'deny', reason: 'the permission "shellExec" is not granted' });
    const permissions = () => new Set(['shellExec']);
    expect((await fire(script, { point: 'PreToolUse', input: bash, permissions })).decision).toBeNull();
  });

  it('asks anew every time', async () => {
    const granted = new Set<string>();
    const { hooks } = quietHooks();
    for (const hook of read(script)) {
      hooks.on(hook.point, armaHandler(hook, { permissions: () => granted, directory: '.' }));
    }
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
    granted.add('shellExec');
    expect((await hooks.fire('PreToolUse', bash)).decision).toBeNull();
  });

  it('aborts when nobody can tell what is granted', async () => {
    const permissions = () => {
      throw new Error('no file');
    };
    expect((await fire(script, { point: 'PreToolUse', input: bash, permissions })).decision).toBe('deny');
  });
});

describe('/abort', () => {
  it('aborts with its reason', async () => {
    const outcome = await fire('hook pre:tool:Bash /abort "no $tool: $args"', toolCall({ command: 'ls' }));
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'no shell: ls', decidedBy: 'hooks.arma:1' });
  });
});

describe('/set', () => {
  it.each([
    ['"[$prompt]"', '[hi]'],
    ['""', ''],
    ['$prompt', 'hi'],
  ])('replaces the subject by %s', async (value, expected) => {
    const outcome = await fire(`hook pre:message /set prompt ${value}`, message('hi'));
    expect(outcome).toMatchObject({ value: expected, modified: true });
  });

  it('lets the next line see the change', async () => {
    const script = 'hook pre:message /set prompt "a$prompt"\nhook pre:message /set prompt "b$prompt"';
    expect((await fire(script, message('hi'))).value).toBe('bahi');
  });

  it('writes arguments back to the command where there is one', async () => {
    const outcome = await fire('hook pre:tool /set args "$args -l"', toolCall({ command: 'ls', timeout: 5 }));
    expect(outcome.value).toEqual({ command: 'ls -l', timeout: 5 });
  });

  it('takes the name of the event for the subject too', async () => {
    const call = toolCall({ command: 'ls', more: { command: 'pwd' } });
    expect((await fire(`hook pre:tool /set tool_input \${tool_input.more}`, call)).value).toEqual({
      command: 'pwd',
    });
  });

  it('keeps the type of a value that is one variable, and makes text of it in quotes', async () => {
    const config = { model: 'small', fallback: { model: 'tiny', n: null } };
    const whole = await fire(`hook pre:agent:spawn /set config \${config.fallback}`, spawn(config));
    expect(whole.value).toEqual({ model: 'tiny', n: null });
    const nothing = await fire(`hook pre:agent:spawn /set config \${config.fallback.n}`, spawn(config));
    expect(nothing).toMatchObject({ value: null, modified: true });
    const text = await fire(`hook pre:agent:spawn /set config "\${config.fallback}"`, spawn(config));
    expect(text.value).toBe('{"model":"tiny","n":null}');
    const missing = await fire(`hook pre:agent:spawn /set config \${config.nope}`, spawn(config));
    expect(missing.value).toBe('');
  });

  it('does not cut a long value', async () => {
    const outcome = await fire('hook pre:message /set prompt "$prompt!"', message('x'.repeat(20_000)));
    expect(outcome.value).toHaveLength(20_001);
  });
});

describe('/run', () => {
  it('runs a program with the context on its stdin, and reads its answer', async () => {
    const folder = new Scratch();
    folder.write('check.sh', `cat > seen.json; echo '{"abort": true, "reason": "no"}'`);
    const input = { ...bash, cwd: folder.path };
    const firing = { point: 'PreToolUse', input, directory: folder.path } as const;
    expect(await fire('hook pre:tool /run ./check.sh', firing)).toMatchObject({
      decision: 'deny',
      reason: 'no',
    });
    expect(folder.lines('seen.json')).toEqual(['{"tool":"shell","args":"ls"}']);
  });

  it('gives a variable as one argument, whatever it contains, and no shell reads it', async () => {
    const folder = new Scratch();
    folder.write('print.sh', `for a in "$@"; do printf '<%s>' "$a"; done > arguments`);
    const nasty = `a b'"; $(touch owned) \`id\` $HOME *\n|&`;
    const input = { prompt: nasty, cwd: folder.path };
    const script = `hook pre:message /run ./print.sh "$prompt" 'x y' pre$prompt $prompt ""`;
    const outcome = await fire(script, { point: 'pre:message', input, directory: folder.path });
    expect(outcome.runs[0]?.error).toBeNull();
    expect(folder.lines('arguments').join('\n')).toBe(`<${nasty}><x y><pre${nasty}><${nasty}><>`);
    expect(folder.lines('owned')).toEqual([]);
  });

  it('may modify by its answer', async () => {
    const script = `hook pre:message /run printf '{"modify": {"prompt": "%s"}}' "hello $prompt"`;
    expect((await fire(script, message('you'))).value).toBe('hello you');
  });

  it.each([
    ['/run sh -c "exit 3"', 'exit', null],
    ['/run no-such-program', 'missing', 'deny'],
    ['/run ./exits-with.sh 127', 'missing', 'deny'],
    ['/run echo hello', 'invalid', null],
    [`/run echo '{"abort": "yes"}'`, 'unclear', 'deny'],
    [`/run sh -c 'echo "{\\"abort\\": true}"; exit 1'`, 'exit', 'deny'],
  ])('%s fails as %s', async (command, failure, decision) => {
    const outcome = await fire(`hook pre:tool ${command}`, { point: 'PreToolUse', input: bash });
    expect(outcome.runs[0]?.failure).toBe(failure);
    expect(outcome.decision).toBe(decision);
  });

  it('aborts by exit code 2, with stderr as the reason', async () => {
    const script = `hook pre:tool /run sh -c "echo 'not today' >&2; exit 2"`;
    const outcome = await fire(script, { point: 'PreToolUse', input: bash });
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'not today', runs: [{ status: 'ok' }] });
  });

  it('does not let an argument that no program can be given pass as no objection', async () => {
    const outcome = await fire('hook pre:message /run true "$prompt"', message('a\0b'));
    expect(outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'missing' }] });
  });

  it('ends the program with its whole group at the timeout', async () => {
    const folder = new Scratch();
    folder.write('hang.sh', 'sleep 60 & echo $! > pid; wait');
    const firing = {
      point: 'pre:message',
      input: { prompt: 'hi', cwd: folder.path },
      options: { timeoutMs: 1500 },
      directory: folder.path,
    } as const;
    const outcome = await fire('hook pre:message /run ./hang.sh', firing);
    expect(outcome.runs[0]?.failure).toBe('timeout');
    const pid = Number(folder.lines('pid')[0]);
    expect(pid).toBeGreaterThan(0);
    await eventually(() => !isAlive(pid));
  });

  it('has at points that cannot be aborted no say, and is not obeyed there', async () => {
    const script = `hook post:message /run echo '{"abort": true}'`;
    const outcome = await fire(script, { point: 'post:message', input: { output: 'hi' } });
    expect(outcome).toMatchObject({ decision: null, runs: [{ dropped: [{ type: 'deny' }] }] });
  });
});
