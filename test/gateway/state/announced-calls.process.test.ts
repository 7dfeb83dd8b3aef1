import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const guard = (git: boolean): string =>
  `hooks: { PreToolUse: [{ type: builtin, handler: destructive-commands, options: { packs: { git: ${git} } } }] }\n`;

it('a call that is announced again is judged by the configuration of now', async () => {
  const folder = folderWith({ 'config/hookline/hookline.yaml': guard(false) });
  const env = {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    CLAUDE_PROJECT_DIR: folder,
  };
  const input = JSON.stringify({
    session_id: 'one',
    cwd: folder,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_use_id: 'toolu_01ABCDEFGHIJKLMNOPQRSTUV',
    tool_input: { command: 'git push --force' },
  });
  const announce = async (): Promise<string> =>
    (await hookline(['hook', 'claude-code'], { cwd: folder, env, input })).stdout;
  expect(await announce()).not.toContain('deny');
  expect(await announce()).not.toContain('deny');
  writeFileSync(join(folder, 'config/hookline/hookline.yaml'), guard(true));
  expect(await announce()).toContain('"permissionDecision":"deny"');
});
