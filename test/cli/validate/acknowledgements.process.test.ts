import { describe, expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

/** What `hookline validate` says of a file, without the lines that it shows. */
async function validate(
  lines: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const cwd = folderWith({ 'hookline.yaml': `${lines.join('\n')}\n`, ...more });
  const { stdout } = await hookline(['validate'], { cwd });
  return stdout.split('\n').filter((line) => line !== '' && !line.startsWith('  '));
}

const hook = (matcher: string): readonly string[] => [
  'hooks:',
  '  PreToolUse:',
  `    - { type: command, handler: exit 0, matcher: ${matcher} }`,
];

describe('# hookline-ignore', () => {
  it('acknowledges a warning behind what it is about', async () => {
    expect(await validate(hook('deploy } # hookline-ignore tool-unknown #'))).toEqual([
      '✓ hookline.yaml: 1 hook, 1 acknowledged',
    ]);
  });

  it('acknowledges a warning in a line of its own before it, with a reason', async () => {
    const [first = '', second = '', third = ''] = hook('deploy');
    const note = '    # hookline-ignore tool-unknown: the deploy server has it';
    expect(await validate([first, second, note, '', third])).toEqual([
      '✓ hookline.yaml: 1 hook, 1 acknowledged',
    ]);
  });

  it('acknowledges several codes of one line', async () => {
    const lines = ['hooks:', '  timeout: 5 # hookline-ignore timeout-unit, tool-unknown'];
    expect(await validate(lines)).toEqual([
      'hookline.yaml:2:46: warning: there is no warning "tool-unknown" here to ignore [ignore-unused]',
      '✓ hookline.yaml: 0 hooks, 1 warning, 1 acknowledged',
    ]);
  });

  it('leaves other warnings of the line, and the same of other lines', async () => {
    const lines = [...hook('deploy } # hookline-ignore tool-unknown'), ...hook('deploy').slice(2)];
    expect(await validate(lines)).toEqual([
      'hookline.yaml:4:50: warning: no known tool is called "deploy"; list tools of your own under "tools:" [tool-unknown]',
      '✓ hookline.yaml: 2 hooks, 1 warning, 1 acknowledged',
    ]);
  });

  it('is told where there is nothing to acknowledge', async () => {
    expect(await validate(hook('Bash } # hookline-ignore tool-unknown'))).toEqual([
      'hookline.yaml:3:75: warning: there is no warning "tool-unknown" here to ignore [ignore-unused]',
      '✓ hookline.yaml: 1 hook, 1 warning',
    ]);
  });

  it('is told when it names no code', async () => {
    expect(await validate(hook('deploy } # hookline-ignore tool-unknwon'))).toEqual([
      expect.stringContaining('warning: no known tool is called "deploy"'),
      'hookline.yaml:3:77: warning: no warning has the code "tool-unknwon", did you mean "tool-unknown"? [ignore-unknown]',
      '✓ hookline.yaml: 1 hook, 2 warnings',
    ]);
    expect(await validate(['hooks: {} # hookline-ignore'])).toEqual([
      'hookline.yaml:1:11: warning: say what is ignored: # hookline-ignore CODE [ignore-unknown]',
      '✓ hookline.yaml: 0 hooks, 1 warning',
    ]);
  });

  it('does not acknowledge an error', async () => {
    expect(await validate(['hoks: {} # hookline-ignore key-unknown'])).toEqual([
      expect.stringContaining('error: unknown key "hoks"'),
      expect.stringContaining('[ignore-unused]'),
      expect.stringContaining('✗'),
    ]);
  });

  it('holds in a script, and for a whole file where that is named', async () => {
    const lines = ['include: settings.json # hookline-ignore key-unknown', 'hooks: { scripts: a.arma }'];
    const settings = JSON.stringify({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true', colour: 1 }] }] },
    });
    const script = 'hook pre:message /notify $promt # hookline-ignore variable-unknown\n';
    expect(await validate(lines, { 'settings.json': settings, 'a.arma': script })).toEqual([
      expect.stringMatching(/^✓ .*: 2 hooks, 2 acknowledged$/),
    ]);
  });

  it('lets --strict pass', async () => {
    const cwd = folderWith({
      'hookline.yaml': `${hook('deploy } # hookline-ignore tool-unknown').join('\n')}\n`,
    });
    expect((await hookline(['validate', '--strict'], { cwd })).code).toBe(0);
    const { stdout } = await hookline(['validate', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ problems: [], acknowledged: [{ code: 'tool-unknown' }] });
  });
});
