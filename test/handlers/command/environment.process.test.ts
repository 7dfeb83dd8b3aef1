import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainProtocol } from '../../support/firing/plain-protocol.ts';
import { commandFixtures } from '../../support/processes/command-fixtures.ts';
import { type FireCommandOptions, fireCommand } from '../../support/processes/fire-command.ts';

const changed = ['HOOKLINE_TEST_SECRET', 'LC_SECRET', 'LC_TIME', 'TZ'] as const;
const before = new Map(changed.map((name) => [name, process.env[name]]));

beforeEach(() => {
  process.env['HOOKLINE_TEST_SECRET'] = 'hunter2';
  process.env['LC_SECRET'] = 'hunter2';
  process.env['LC_TIME'] = 'C';
  process.env['TZ'] = 'UTC';
});
afterEach(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

async function environmentOf(options: FireCommandOptions = {}): Promise<Record<string, string>> {
  const { stdout } = await fireCommand('./prints-environment.sh', options);
  return Object.fromEntries(stdout.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

describe('the environment of a command', () => {
  it('has nothing of the host but what every program needs', async () => {
    const { PATH, HOME, LC_TIME, TZ, ...rest } = await environmentOf();
    expect({ PATH, HOME, LC_TIME, TZ }).toEqual({
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      LC_TIME: 'C',
      TZ: 'UTC',
    });
    const usual =
      /^(HOOKLINE_(?!TEST)|MASSGEN_|LC_(?!SECRET)|(LANG|TMPDIR|TEMP|TMP|USER|LOGNAME|SHELL|TERM|PWD|OLDPWD|SHLVL|_|MARK|)$)/;
    expect(Object.keys(rest).filter((name) => !usual.test(name))).toEqual([]);
  });

  it('keeps a secret of the host from the command', async () => {
    const { stdout } = await fireCommand('./prints-environment.sh');
    expect(stdout).toContain('PATH=');
    expect(stdout).not.toContain('hunter2');
  });

  it('has what `passEnv` names and what `env` sets', async () => {
    expect(
      await environmentOf({
        passEnv: ['HOOKLINE_TEST_SECRET', 'NOT_SET'],
        env: { MODE: 'strict', TZ: 'CET' },
      }),
    ).toMatchObject({ HOOKLINE_TEST_SECRET: 'hunter2', MODE: 'strict', TZ: 'CET' });
  });

  it('is the whole of the host with `inherit`, or where the protocol says so', async () => {
    const secret = { HOOKLINE_TEST_SECRET: 'hunter2' };
    const protocol = { ...plainProtocol, inheritsEnvironment: true };
    expect(await environmentOf({ inherit: true })).toMatchObject(secret);
    expect(await environmentOf({ protocol })).toMatchObject(secret);
    expect(await environmentOf({ protocol, inherit: false })).not.toMatchObject(secret);
  });

  it('tells what the command is called for', async () => {
    expect(
      await environmentOf({
        hook: { name: 'check' },
        input: { session_id: 's-1', agent_id: 'a-1', orchestrator_id: 'o-1' },
      }),
    ).toMatchObject({
      HOOKLINE_POINT: 'PreToolUse',
      HOOKLINE_HOOK: 'check',
      HOOKLINE_PHASE: '1',
      HOOKLINE_AGENT_ID: 'a-1',
      HOOKLINE_TOOL_NAME: 'Bash',
      HOOKLINE_SESSION_ID: 's-1',
      HOOKLINE_DIRECTORY: commandFixtures,
      MASSGEN_HOOK_TYPE: 'PreToolUse',
      MASSGEN_TOOL_NAME: 'Bash',
      MASSGEN_SESSION_ID: 's-1',
      MASSGEN_AGENT_ID: 'a-1',
      MASSGEN_ORCHESTRATOR_ID: 'o-1',
    });
  });

  it('says what is unknown as empty text', async () => {
    expect(await environmentOf()).toMatchObject({
      HOOKLINE_AGENT_ID: '',
      MASSGEN_AGENT_ID: '',
      MASSGEN_ORCHESTRATOR_ID: '',
    });
  });

  it('survives a name that no environment can hold', async () => {
    expect(await environmentOf({ input: { tool_name: 'Ba\0sh' } })).toMatchObject({
      HOOKLINE_TOOL_NAME: 'Bash',
    });
  });
});
