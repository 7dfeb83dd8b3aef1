import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { completedCommands } from '../../src/cli/completion/completion-table.ts';
import { startShellInTerminal } from '../support/command-line/cli.ts';
import { hookline } from '../support/command-line/served.ts';
import { folderWith } from '../support/folder-with.ts';

/** A shell that may not be installed here. */
class Shell {
  readonly name: string;
  readonly isInstalled: boolean;

  constructor(name: string) {
    this.name = name;
    this.isInstalled = spawnSync(name, ['--version']).status === 0;
  }

  run(words: readonly string[], options: { input?: string; cwd?: string } = {}): string {
    return execFileSync(this.name, words, { encoding: 'utf8', ...options });
  }
}

/** What bash would offer for a line, as its own completion calls the function. */
async function bashOffers(line: string, cwd?: string): Promise<string[]> {
  const { stdout: script } = await hookline(['completion', 'bash']);
  const asked = `${script}
COMP_LINE=${JSON.stringify(line)} COMP_POINT=${line.length}
_hookline
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const offered = execFileSync('bash', ['--norc', '-c', asked], { encoding: 'utf8', cwd });
  return offered.split('\n').filter((word) => word !== '');
}

describe('completion in bash', () => {
  it('offers commands, options, points, files and words', async () => {
    const names = [...commands.map(({ name }) => name), 'help'];
    expect(await bashOffers('hookline ')).toEqual(names);
    expect(await bashOffers('hookline ex')).toEqual(['explain']);
    expect(await bashOffers('hookline --')).toEqual(['--version', '--debug', '--no-color', '--help']);
    expect(await bashOffers('hookline fire --in')).toEqual(['--input']);
    expect(await bashOffers('hookline fire PreTool')).toEqual(['PreToolUse']);
    expect(await bashOffers('hookline --debug list --point PreC')).toEqual(['PreCompact']);
    expect(await bashOffers('hookline completion ')).toEqual(['bash', 'zsh', 'fish']);
    expect(await bashOffers('hookline init --language p')).toEqual(['python']);
    expect(await bashOffers('hookline help va')).toEqual(['validate']);
    expect(await bashOffers('hookline fire Stop --agent ')).toEqual([]);
    const cwd = folderWith({ 'one event.json': '{}', 'other.json': '{}' });
    expect(await bashOffers('hookline fire Stop --input o', cwd)).toEqual(['one event.json', 'other.json']);
  });

  it('offers the rest of a point with colons in its name, as bash splits words there', async () => {
    expect(await bashOffers('hookline fire pre:mes')).toEqual(['message']);
    expect(await bashOffers('hookline fire pre:session:')).toEqual(['phase']);
  });
});

describe('completion in bash at a terminal', () => {
  it.each([
    ['hookline fi\tPreToolU\t', '<fire><PreToolUse>'],
    ['hookline fire pre:mes\t', '<fire><pre:message>'],
    ['hookline fire pre:session:\t', '<fire><pre:session:phase>'],
    ['hookline fire Stop --inp\tone\t', '<fire><Stop><--input><one event.json>'],
    [
      'hookline --debug explain PreToolUse --tool NotebookE\t',
      '<--debug><explain><PreToolUse><--tool><NotebookEdit>',
    ],
  ])('%j is completed', async (keys, expected) => {
    const { stdout: script } = await hookline(['completion', 'bash']);
    const cwd = folderWith({ 'one event.json': '{}', script, inputrc: 'set enable-bracketed-paste off\n' });
    const env = { INPUTRC: `${cwd}/inputrc`, PS1: 'ready> ' };
    const running = startShellInTerminal(['bash', '--norc', '--noprofile', '-i'], { cwd, env });
    running.child.stdin?.write(
      `source ./script; hookline() { printf '<%s>' "$@"; echo; }; echo is ready''!\n`,
    );
    await running.shows('is ready!');
    running.child.stdin?.write(`${keys}\n`);
    await running.shows(expected);
    running.child.stdin?.write('exit\n');
    await running.ended;
  });
});

const zsh = new Shell('zsh');
describe(`completion in zsh${zsh.isInstalled ? '' : ' (SKIPPED in part: zsh is not installed)'}`, () => {
  it('has every command and option', async () => {
    const { stdout } = await hookline(['completion', 'zsh']);
    for (const { name, options } of completedCommands(commands)) {
      expect(stdout).toContain(`'${name}:`);
      for (const option of options) for (const word of option.names) expect(stdout).toContain(word);
    }
  });

  it.skipIf(!zsh.isInstalled)('is a script that zsh can read', async () => {
    const { stdout } = await hookline(['completion', 'zsh']);
    zsh.run(['-n', '-c', stdout]);
    const loaded = `autoload -Uz compinit && compinit -u -d "$PWD/dump"; source ./hookline.zsh; print $_comps[hookline]`;
    // What Node gives a program to read is a socket, which no program can open by its name.
    const cwd = folderWith({ 'hookline.zsh': stdout });
    expect(zsh.run(['-f', '-c', loaded], { input: '', cwd })).toBe('_hookline\n');
  });
});

const fish = new Shell('fish');
describe(`completion in fish${fish.isInstalled ? '' : ' (SKIPPED in part: fish is not installed)'}`, () => {
  it('has every command and option', async () => {
    const { stdout } = await hookline(['completion', 'fish']);
    for (const { name, options } of completedCommands(commands)) {
      expect(stdout).toContain(`-a ${name} -d `);
      for (const option of options) {
        for (const word of option.names)
          expect(stdout).toContain(word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`);
      }
    }
  });

  it.skipIf(!fish.isInstalled)('offers points', async () => {
    const { stdout } = await hookline(['completion', 'fish']);
    const asked = `${stdout}\ncomplete -C 'hookline fire PreTool'`;
    expect(fish.run(['--no-config', '-c', asked])).toContain('PreToolUse');
  });
});
