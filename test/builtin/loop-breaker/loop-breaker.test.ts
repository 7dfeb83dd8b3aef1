import { describe, expect, it } from 'vitest';
import { loopBreaker } from '../../../src/entries/builtin.ts';
import { deny, type Outcome } from '../../../src/entries/index.ts';
import { bash, quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

/** An agent whose `rm -rf` and reads of keys are denied. */
function agent(options = {}) {
  const { hooks } = quietHooks();
  const breaker = loopBreaker(options);
  const { path: cwd } = new Scratch();
  const base = { ...bash, cwd, session_id: cwd };
  hooks.on('PreToolUse', { name: 'loops', priority: 5 }, breaker);
  hooks.on('PreToolUse', { name: 'rules', guard: true }, ({ tool_input }) =>
    /^rm |^cat keys/.test(String(tool_input['command'])) ? deny('no') : undefined,
  );
  hooks.on('PreToolUse', { name: 'loops-denied', mode: 'observe' }, breaker);
  hooks.on('UserPromptSubmit', { name: 'loops-prompt' }, breaker);
  return {
    async run(command: string) {
      return answerOf(await hooks.fire('PreToolUse', { ...base, tool_input: { command } }));
    },
    async use(tool_name: string, tool_input: Record<string, unknown>) {
      return answerOf(await hooks.fire('PreToolUse', { ...base, tool_name, tool_input }));
    },
    prompt: () => hooks.fire('UserPromptSubmit', { ...base, prompt: 'go on' }),
  };
}

function answerOf({ halted, decision, injections, decidedBy }: Outcome<unknown>) {
  if (halted) return 'halt';
  return decidedBy === 'rules' ? 'rules' : (decision ?? (injections.length > 0 ? 'told' : null));
}

describe('the same call again and again', () => {
  it('is told, asked about, and ends the turn', async () => {
    const { run } = agent({ repeats: 3 });
    const said = [];
    for (let at = 0; at < 5; at += 1) said.push(await run('npm test'));
    expect(said).toEqual([null, null, 'told', 'ask', 'halt']);
  });

  it('starts again with another call or a prompt', async () => {
    const { run, prompt } = agent({ repeats: 2 });
    expect([await run('npm test'), await run('ls'), await run('npm test')]).toEqual([null, null, null]);
    await prompt();
    expect([await run('npm test'), await run('npm test')]).toEqual([null, 'told']);
  });
});

describe('something denied, tried another way', () => {
  it.each([
    ['another program', (a: ReturnType<typeof agent>) => a.run('find build -delete')],
    ['code', (a: ReturnType<typeof agent>) => a.run(`python3 -c 'import shutil; shutil.rmtree("build")'`)],
    [
      'a script',
      (a: ReturnType<typeof agent>) =>
        a.use('Write', { file_path: 'x.sh', content: 'set -e\nrm -rf build\n' }),
    ],
  ])('is noticed: %s', async (_, again) => {
    const one = agent({ tries: 1 });
    expect(await one.run('rm -rf build')).toBe('rules');
    expect(await one.run('ls')).toBeNull();
    expect(await again(one)).toBe('told');
  });

  it('is asked about the next time, and other work is not', async () => {
    const { run } = agent({ tries: 1 });
    await run('rm -rf build');
    expect(await run('find build -delete')).toBe('told');
    expect(await run('unlink build')).toBe('ask');
    expect(await run('find dist -delete')).toBeNull();
    expect(await run('git status')).toBeNull();
  });
});
