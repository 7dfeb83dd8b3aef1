import { describe, expect, it } from 'vitest';
import { hookline, main, startInTerminal, startShellInTerminal } from '../../support/command-line/cli.ts';
import { folderWith } from '../../support/folder-with.ts';

const control = '\u001b[';
const eraseLine = `\r${control}2K`;
const red = `${control}31m`;
const slow = {
  'hookline.yaml': JSON.stringify({
    hooks: {
      Stop: [
        {
          name: 'slow',
          type: 'command',
          handler: 'echo first >&2; sleep 0.2; printf "second line\\nhalf\\033[2J" >&2; sleep 2; exit 2',
        },
      ],
    },
  }),
  'hookline.test.yaml': 'tests: [{ name: it goes on, fire: Stop, expect: { resume: true } }]',
};

describe('on a terminal', () => {
  it('colours the answer', async () => {
    const { ended } = startInTerminal(['fire', 'Stop'], {
      cwd: folderWith({ 'hookline.yaml': 'hooks: {}' }),
    });
    const { code, stdout } = await ended;
    expect(stdout).toContain(`${control}1mStop`);
    expect(code).toBe(0);
  });

  it.each([
    ['NO_COLOR', '1'],
    ['TERM', 'dumb'],
  ])('%s=%s leaves the colours out', async (name, value) => {
    const { stdout } = await startInTerminal(['fire', 'Nowhere'], { env: { [name]: value } }).ended;
    expect(stdout).toContain('error: unknown point');
    expect(stdout).not.toContain(control);
  });

  it.each(['fire', 'explain', 'test'])(
    '%s shows who keeps it waiting, with the last line of output, and wipes it away',
    async (command) => {
      const words =
        { fire: ['fire', 'Stop'], explain: ['explain', 'Stop', '-i', 'event.json'], test: ['test'] }[
          command
        ] ?? [];
      const cwd = folderWith({ ...slow, 'event.json': '{}' });
      const running = startInTerminal(words, { cwd, columns: 60 });
      await running.shows('… slow 0.');
      await running.shows('half\\u001b');
      const { stdout } = await running.ended;
      const last = stdout.slice(stdout.lastIndexOf(`${eraseLine}… slow`) + eraseLine.length);
      const [status = '', after = ''] = [last.slice(0, last.indexOf('\r')), last.slice(last.indexOf('\r'))];
      expect(status.length).toBeLessThan(60);
      expect(after.startsWith(eraseLine)).toBe(true);
      expect(after).toContain(command === 'test' ? 'it goes on' : 'resume by slow');
    },
  );

  it('keeps the status out of what is redirected', async () => {
    const cwd = folderWith(slow);
    const line = `${JSON.stringify(process.execPath)} ${JSON.stringify(main)} fire Stop --json > out.json; echo; cat out.json`;
    const { stdout } = await startShellInTerminal(['sh', '-c', line], { cwd }).ended;
    expect(stdout).toContain('… slow');
    const json = stdout.slice(stdout.indexOf('\n{'));
    expect(JSON.parse(json)).toMatchObject({ resume: true });
  });

  it('asks for an event that is typed, and Ctrl-D ends it', async () => {
    const cwd = folderWith({ 'hookline.yaml': 'hooks: {}' });
    const running = startInTerminal(['fire', 'Stop', '--input', '-'], { cwd });
    await running.shows('Ctrl-D ends it');
    running.child.stdin?.write('{}\n\u0004');
    expect((await running.ended).code).toBe(0);
  });

  it('ends on Ctrl-C while it waits for an event', async () => {
    const cwd = folderWith({ 'hookline.yaml': 'hooks: {}' });
    const running = startInTerminal(['fire', 'Stop', '--input', '-'], { cwd });
    await running.shows('Ctrl-D ends it');
    running.child.stdin?.write('\u0003');
    expect((await running.ended).code).toBe(130);
  });

  it('ends on Ctrl-C while a hook runs, and leaves the line clean', async () => {
    const running = startInTerminal(['fire', 'Stop'], { cwd: folderWith(slow) });
    await running.shows('… slow');
    running.child.stdin?.write('\u0003');
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout.endsWith(eraseLine)).toBe(true);
    expect(stdout).not.toContain('error');
  });

  it('tells a wrong call in colour, on stderr', async () => {
    const { code, stdout } = await startInTerminal(['fir']).ended;
    expect(stdout).toContain(`${red}error:`);
    expect(code).toBe(1);
  });
});

describe('in a pipe', () => {
  it('FORCE_COLOR brings the colours back', async () => {
    const cwd = folderWith({ 'hookline.yaml': 'hooks: {}' });
    const colored = await hookline(['fire', 'Stop'], { cwd, env: { FORCE_COLOR: '1' } });
    expect(colored.stdout).toContain(control);
    const plain = await hookline(['fire', 'Stop'], { cwd, env: { FORCE_COLOR: '0' } });
    expect(plain.stdout).not.toContain(control);
  });

  it('has no colours and no status', async () => {
    const { stdout, stderr } = await hookline(['fire', 'Stop'], { cwd: folderWith(slow) });
    expect(stdout + stderr).not.toContain(control);
    expect(stderr).toBe('');
  });
});
