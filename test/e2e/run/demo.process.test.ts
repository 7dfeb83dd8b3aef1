import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startInTerminal } from '../../support/command-line/cli.ts';
import { hookline } from '../../support/command-line/served.ts';
import { Scratch } from '../../support/scratch.ts';

/** The demo's own temporary folder lies in here, so that what it leaves behind is seen. */
const folder = new Scratch().path;
/** The record stays, elsewhere. */
const state = new Scratch().path;
const env = { TMPDIR: folder, XDG_STATE_HOME: state };

describe('the demo', () => {
  let ended: ReturnType<typeof hookline> | null = null;
  /** What it shows; it is run once. */
  const demo = async (): Promise<string> => {
    ended ??= hookline(['demo'], { env });
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };

  it.each([
    ['a deny of a shell hook', /PreToolUse +no-rm .*✗ deny: this removes whole folders/],
    [
      'what the model gets instead',
      /Bash → Denied by the PreToolUse hook "no-rm": this removes whole folders/,
    ],
    [
      'a rewrite',
      /PreToolUse +dry-run .*✎ change command: "npm install eslint" → "echo would run: npm install eslint"/,
    ],
    ['that the rewrite ran', /Bash → would run: npm install eslint/],
    ['a change of a result', /PostToolUse +redact .*✎ change .*key=s3cr3t.*key=…/],
    ['an injection', /SessionStart +house-rules .*\+ inject: House rule: say what you changed\./],
    ['a question of a Python hook', /PreToolUse +careful .*\? ask: this opens the file to everyone/],
    ['a hook of a subagent alone', /PreToolUse +read-only .*✗ deny: explorers only read/],
    [
      'a failing hook that stops nobody',
      /PreToolUse +broken .*✗ failed \(exit\): exited with code 7\nWrite → Wrote report\.md/,
    ],
    ['a Stop that goes on', /Stop +tests-first .*↺ go on: Run \.\/test\.sh before you stop\./],
    ['that it stops in the end', /Stop +tests-first .*✓ no objection/],
    ['what to try next', /npx hookline init/],
  ])('shows %s', async (_what, expression) => {
    expect(await demo()).toMatch(expression);
  });

  it('leaves nothing behind', async () => {
    await demo();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is recorded, and ends with the command that shows it', async () => {
    const [, session = ''] = /npx hookline ui (demo-[0-9-]+)\n$/.exec(await demo()) ?? [];
    const { code, stdout } = await hookline(['trace', 'show', session], { env });
    expect(code).toBe(0);
    expect(stdout).toContain('no-rm');
    expect(stdout).toContain('api_key=[redacted');
    const traces = join(state, 'hookline', 'traces');
    const files = readdirSync(traces).filter((name) => name.endsWith('.jsonl'));
    for (const name of files) expect(readFileSync(join(traces, name), 'utf8')).not.toContain('s3cr3t');
    const off = await hookline(['demo'], { env: { ...env, HOOKLINE_TRACE: 'off' } });
    expect(off.stdout).not.toContain('hookline ui');
  });

  it('has colours on a terminal, and only there', async () => {
    const colour = '\u001b[';
    expect(await demo()).not.toContain(colour);
    const inTerminal = startInTerminal(['demo'], { env });
    expect((await inTerminal.ended).stdout).toContain(colour);
  });
});
