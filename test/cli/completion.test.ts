import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { completedCommands } from '../../src/cli/completion/completion-table.ts';
import { hookline } from '../support/cli.ts';
import { folderWith } from '../support/folder-with.ts';

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
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
    expect(await bashOffers('hookline --')).toEqual(['--version', '--debug', '--help']);
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

const zsh = isInstalled('zsh');
describe(`completion in zsh${zsh ? '' : ' (SKIPPED in part: zsh is not installed)'}`, () => {
  it('has every command and option', async () => {
    const { stdout } = await hookline(['completion', 'zsh']);
    for (const { name, options } of completedCommands(commands)) {
      expect(stdout).toContain(`'${name}:`);
      for (const option of options) for (const word of option.names) expect(stdout).toContain(word);
    }
  });

  it.skipIf(!zsh)('is a script that zsh can read', async () => {
    const { stdout } = await hookline(['completion', 'zsh']);
    execFileSync('zsh', ['-n', '-c', stdout]);
    const loaded = `autoload -Uz compinit && compinit -u -d "$PWD/dump"; source /dev/stdin; print $_comps[hookline]`;
    expect(
      execFileSync('zsh', ['-f', '-c', loaded], { input: stdout, encoding: 'utf8', cwd: folderWith({}) }),
    ).toBe('_hookline\n');
  });
});

const fish = isInstalled('fish');
describe(`completion in fish${fish ? '' : ' (SKIPPED in part: fish is not installed)'}`, () => {
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

  it.skipIf(!fish)('offers points', async () => {
    const { stdout } = await hookline(['completion', 'fish']);
    const asked = `${stdout}\ncomplete -C 'hookline fire PreTool'`;
    expect(execFileSync('fish', ['--no-config', '-c', asked], { encoding: 'utf8' })).toContain('PreToolUse');
  });
});
