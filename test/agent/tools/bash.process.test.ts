import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bashTool } from '../../../src/agent/tools/bash.ts';
import { eventually, withEnoughTime } from '../../support/eventually.ts';
import { textOf, toolContext } from '../../support/firing/tool-context.ts';
import { compiled } from '../../support/processes/compiled.ts';
import { canLook, expectNothingLeft, holdings, processesWith } from '../../support/processes/leftovers.ts';
import { Scratch } from '../../support/scratch.ts';

let marks = 0;
function newMark(): string {
  marks += 1;
  return `HOOKLINE_TEST_MARK=bash-${process.pid}-${marks}`;
}
const environmentOf = (mark: string): Record<string, string> => {
  const [name = '', value = ''] = mark.split('=');
  return { [name]: value };
};

describe('Bash', () => {
  it('gives what a command prints, standard output first', async () => {
    const { path } = new Scratch();
    const result = await bashTool().run({ command: 'echo err >&2; echo out' }, toolContext(path));
    expect(result.isError).toBeUndefined();
    expect(result.content).toBe('out\nerr');
    expect(result.response).toEqual({ stdout: 'out\n', stderr: 'err\n', interrupted: false, isImage: false });
  });

  it('says so when a command prints nothing', async () => {
    expect((await bashTool().run({ command: 'true' }, toolContext(new Scratch().path))).content).toBe(
      '(no output)',
    );
  });

  it('runs in the working folder, every command anew', async () => {
    const { path } = new Scratch();
    const bash = bashTool();
    expect((await bash.run({ command: 'cd / && pwd' }, toolContext(path))).content).toBe('/');
    expect((await bash.run({ command: 'pwd' }, toolContext(path))).content).toBe(path);
  });

  it("has the host's environment and what the option env adds", async () => {
    const bash = bashTool({ env: { ADDED: 'yes', SHLVL: '0' } });
    // With a low SHLVL, bash would read ~/.bashrc.
    const command = 'echo "$ADDED:$PATH"';
    const { content } = await bash.run({ command }, toolContext(new Scratch().path));
    expect(content).toBe(`yes:${process.env['PATH']}`);
  });

  it('gives a failing command as an error, its exit code on the first line', async () => {
    const { path } = new Scratch();
    const result = await bashTool().run({ command: 'echo half; echo why >&2; exit 3' }, toolContext(path));
    expect(result).toMatchObject({ content: 'Exit code 3\nhalf\nwhy', isError: true });
  });

  it('names the signal that ended a command', async () => {
    const { content } = await bashTool().run({ command: 'kill -9 $$' }, toolContext(new Scratch().path));
    expect(content).toBe('Ended by SIGKILL');
  });

  it('reads nothing from standard input', async () => {
    const { content } = await bashTool().run({ command: 'cat; echo done' }, toolContext(new Scratch().path));
    expect(content).toBe('done');
  });

  it('ends a command that takes too long, with all that it started', async () => {
    const mark = newMark();
    const before = holdings();
    const bash = bashTool({ env: environmentOf(mark), killGraceMs: 100 });
    const command = 'echo begun; trap "" TERM; sleep 60 & sleep 60; sleep 60';
    const result = await withEnoughTime(
      (timeout) => bash.run({ command, timeout }, toolContext(new Scratch().path)),
      (ended) => textOf(ended).includes('begun'),
    );
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/^Timed out after \d+ ms and was ended\nbegun/);
    expect(result.response).toMatchObject({ interrupted: true });
    await expectNothingLeft(mark, before);
  });

  it('never lets a command take longer than the host allows', async () => {
    const bash = bashTool({ maxTimeoutMs: 200, killGraceMs: 50 });
    const { content } = await bash.run(
      { command: 'sleep 30', timeout: 999_999 },
      toolContext(new Scratch().path),
    );
    expect(content).toBe('Timed out after 200 ms and was ended');
  });

  it('ends a command when the call is aborted', async () => {
    const mark = newMark();
    const before = holdings();
    const controller = new AbortController();
    const bash = bashTool({ env: environmentOf(mark), killGraceMs: 100 });
    const running = bash.run({ command: 'sleep 60' }, toolContext(new Scratch().path, controller));
    await eventually(() => !canLook || processesWith(mark).length > 0);
    controller.abort();
    expect(await running).toMatchObject({ content: 'Interrupted', isError: true });
    await expectNothingLeft(mark, before);
    expect(await bash.run({ command: 'echo late' }, toolContext('/', controller))).toMatchObject({
      content: 'Interrupted',
    });
  });

  it('does not wait for what a command leaves in the background, and ends it', async () => {
    const mark = newMark();
    const before = holdings();
    const bash = bashTool({ env: environmentOf(mark) });
    const { content } = await bash.run(
      { command: 'sleep 60 & echo started' },
      toolContext(new Scratch().path),
    );
    expect(content).toBe('started');
    await expectNothingLeft(mark, before);
  });

  it('keeps the beginning and the end of a long output, and does not choke on an endless one', async () => {
    const bash = bashTool({ maxOutput: 100, killGraceMs: 50 });
    const long = await bash.run({ command: 'seq 1 100000' }, toolContext(new Scratch().path));
    expect(textOf(long)).toMatch(/^1\n2\n[\s\S]*characters left out[\s\S]*100000$/);
    expect(textOf(long).length).toBeLessThan(200);
    const endless = await bash.run({ command: 'yes', timeout: 500 }, toolContext(new Scratch().path));
    expect(textOf(endless)).toMatch(/^Timed out after 500 ms[\s\S]*characters left out/);
  });

  it('is an error, not an exception, when the folder does not exist', async () => {
    const result = await bashTool().run({ command: 'ls' }, toolContext('/nowhere/at/all'));
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('could not be started in /nowhere/at/all');
  });

  it('reads a response that a hook changed as it reads any other', () => {
    const { render } = bashTool();
    expect(render?.({ stdout: 'shown\n', stderr: '' })).toBe('shown');
    expect(render?.({ something: 'else' })).toBe('{"something":"else"}');
  });

  it.runIf(canLook)('leaves nothing running when the host is killed', async () => {
    const mark = newMark();
    const env = JSON.stringify(environmentOf(mark));
    const script = `
      import { bashTool } from './src/agent/tools/bash.js';
      void bashTool({ env: ${env}, killGraceMs: 100 })
        .run({ command: 'echo $$ && sleep 60 & sleep 60' }, { cwd: '.', signal: new AbortController().signal });`;
    const host = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: compiled(),
      stdio: 'inherit',
    });
    onTestFinished(() => void host.kill('SIGKILL'));
    await expect.poll(() => processesWith(mark).length).toBeGreaterThan(2);
    host.kill('SIGKILL');
    await expect.poll(() => processesWith(mark)).toEqual([]);
  });
});
