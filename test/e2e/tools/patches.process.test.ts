import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepsIn } from '../../support/command-line/run-agent.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const patch = (...files: readonly string[]): string =>
  `*** Begin Patch\n${files.join('\n')}\n*** End Patch\n`;
const added = (path: string, line = 'one'): string => `*** Add File: ${path}\n+${line}`;
const changed = (path: string): string => `*** Update File: ${path}\n@@\n-one\n+two`;
const four = [1, 2, 3, 4].map((number) => added(`src/${number}.ts`));
const token = `ghp_${'A1b2C3d4E5f6'.repeat(3)}`;

const texts = {
  five: patch(...four, changed('.env')),
  moved: patch('*** Update File: a.txt\n*** Move to: .env\n@@\n-one\n+two'),
  deleted: patch(changed('a.txt'), '*** Delete File: certs/server.pem'),
  hidden: patch(added('a.txt', '*** End Patch'), changed('.env')),
  secret: patch(...four, added('key.ts', `const key = '${token}';`)),
  cut: '*** Begin Patch\n*** Add File: a.txt\n+one\n',
  other: patch('*** Link File: a.txt'),
  plain: patch(...four, changed('a.txt'), '*** Delete File: b.txt', '*** Update File: c.md\n@@\n ***\n+x'),
  cleaned: patch(`*** Update File: key.ts\n@@\n-const key = '${token}';\n+const key = env.KEY;`),
};

const forms: readonly ((text: string) => readonly [tool: string, input: object])[] = [
  (text) => ['apply_patch', { command: text }],
  (text) => ['apply_patch', { input: text }],
  (text) => ['apply_patch', { patch: text }],
  (text) => ['ApplyPatch', { patchText: text }],
  (text) => ['Bash', { command: `apply_patch <<'EOF'\n${text}EOF\n` }],
  (text) => ['shell', { command: `cd src && apply_patch <<'EOF'\n${text}EOF\n` }],
  (text) => ['exec_command', { cmd: `apply_patch <<"PATCH"\n${text}PATCH\n` }],
];

interface Expected {
  readonly decision: string | null;
  readonly reason?: string;
}

/** Lets `hookline test` hold the hooks of the folder to what is expected of each call. */
async function tested(
  cwd: string,
  cases: readonly (readonly [call: readonly [tool: string, input: object], expect: Expected])[],
): Promise<string> {
  const tests = cases.map(([[tool, input], expected], index) => ({
    name: `${index}: ${tool} ${JSON.stringify(input)}`,
    fire: 'PreToolUse',
    input: { tool_name: tool, tool_input: input, cwd },
    expect: expected,
  }));
  writeFileSync(join(cwd, 'hookline.test.yaml'), JSON.stringify({ tests }));
  const { stdout, stderr } = await hookline(['test'], { cwd });
  return stdout + stderr;
}

const byTool = (text: string): readonly [string, object] => ['apply_patch', { command: text }];

describe('the recommended guards', () => {
  it('deny a patch of five files for the last of them, and name it', async () => {
    const cwd = folderWith({ 'package.json': '{}', 'a.txt': 'one\n', 'src/a.ts': '' });
    await hookline(['init', '--guards'], { cwd });
    const input = JSON.stringify({ tool_name: 'apply_patch', tool_input: { command: texts.five }, cwd });
    const { stdout } = await hookline(['fire', 'PreToolUse', '--json', '-i', '-'], { cwd, input });
    expect(JSON.parse(stdout)).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('".env" must not be changed'),
    });
  });

  it('judge every file of a patch, in whatever form it comes', async () => {
    const cwd = folderWith({ 'package.json': '{}', 'a.txt': 'one\n', 'src/a.ts': '' });
    await hookline(['init', '--guards'], { cwd });
    const said = await tested(cwd, [
      ...forms.map((form) => [form(texts.five), { decision: 'deny', reason: '".env"' }] as const),
      ...forms.map((form) => [form(texts.moved), { decision: 'deny', reason: '".env"' }] as const),
      ...forms.map((form) => [form(texts.plain), { decision: null }] as const),
      ...forms.map((form) => [form(texts.cut), { decision: 'ask' }] as const),
      [byTool(texts.hidden), { decision: 'deny', reason: '".env"' }],
      [byTool(texts.deleted), { decision: 'deny', reason: '"certs/server.pem"' }],
      [byTool(texts.secret), { decision: 'deny', reason: 'secrets.github-token' }],
      [byTool(texts.cleaned), { decision: null }],
      [byTool(texts.other), { decision: 'ask' }],
      [byTool('no patch'), { decision: 'ask' }],
      [['mcp__notes__send', { text: texts.cleaned }], { decision: 'deny', reason: 'secrets.github-token' }],
    ]);
    expect(said).toContain(`${forms.length * 4 + 7} passed, 0 failed`);
  });

  it('find commands and paths under the names that other agents have for them', async () => {
    const cwd = folderWith({ 'package.json': '{}' });
    await hookline(['init', '--guards'], { cwd });
    const isEnv = { decision: 'deny', reason: '.env' };
    const said = await tested(cwd, [
      [['exec_command', { cmd: 'rm -rf /' }], { decision: 'deny', reason: 'filesystem.remove' }],
      [['Bash', { cmd: 'rm -rf /' }], { decision: 'deny', reason: 'filesystem.remove' }],
      [['shell', { command: ['bash', '-lc', 'cat .env'] }], isEnv],
      [['read_file', { absolute_path: join(cwd, '.env') }], isEnv],
      [['view', { path: '.env' }], isEnv],
      [['write', { filePath: '.env', content: 'a' }], isEnv],
      [['str_replace_editor', { command: 'create', path: '.env', file_text: 'a' }], isEnv],
      [['PowerShell', { command: 'Remove-Item -Recurse -Force /' }], { decision: 'deny' }],
      [['powershell', { command: 'Get-ChildItem src' }], { decision: null }],
      [['exec_command', { cmd: 'npm test' }], { decision: null }],
      [['read_file', { path: 'src/a.ts' }], { decision: null }],
    ]);
    expect(said).toContain('11 passed, 0 failed');
  });
});

describe('path permissions', () => {
  it('judge every file of a patch in a shell line, from the folder of the line', async () => {
    const guard = {
      type: 'builtin',
      handler: 'path-permissions',
      guard: true,
      options: { rules: [{ path: 'secrets', access: 'none' }] },
    };
    const cwd = folderWith({
      'hookline.yaml': JSON.stringify({ hooks: { PreToolUse: [guard] } }),
      'secrets/key': 'one',
      'src/a.ts': '',
    });
    const inSource = (text: string): readonly [string, object] => [
      'Bash',
      { command: `cd src && apply_patch <<'EOF'\n${text}EOF\n` },
    ];
    const said = await tested(cwd, [
      [inSource(patch(added('a.txt'), added('../b.txt'))), { decision: null }],
      [inSource(patch(added('secrets/key'))), { decision: null }],
      [inSource(patch(added('a.txt'), changed('../secrets/key'))), { decision: 'deny' }],
      [inSource(texts.cut), { decision: 'deny', reason: 'cannot be read whole' }],
      [byTool(patch(...four, changed('secrets/key'))), { decision: 'deny' }],
      [byTool(patch(...four)), { decision: null }],
      [byTool(texts.cut), { decision: 'deny' }],
    ]);
    expect(said).toContain('7 passed, 0 failed');
  });
});

describe('the call as the agent wrote it', () => {
  it('is given to hooks beside the canonical one', async () => {
    const hooks = ['hookline', 'claude-code'].map((protocol) => keepsIn('seen.log', { protocol }));
    const cwd = folderWith({ 'hookline.yaml': JSON.stringify({ hooks: { PreToolUse: hooks } }) });
    const native = { native_tool_name: 'exec_command', native_tool_input: { cmd: 'ls' } };
    const event = { tool_name: 'Bash', tool_input: { command: 'ls' }, ...native };
    await hookline(['fire', 'PreToolUse', '-i', '-'], { cwd, input: JSON.stringify(event) });
    const seen = readFileSync(join(cwd, 'seen.log'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    expect(seen).toHaveLength(2);
    for (const one of seen) expect(one).toMatchObject(event);
  });
});
