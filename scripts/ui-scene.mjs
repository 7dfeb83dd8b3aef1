// Records a working day of agents with real hooks: for the tests of the page, and for its screenshots.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadConfig } from '../dist/index.js';
import { record } from '../dist/trace.js';

export const scenePolicy = `hooks:
  PreToolUse:
    - { name: no-destruction, type: builtin, handler: destructive-commands, guard: true }
    - { name: no-secrets, type: builtin, handler: secrets, guard: true }
    - { name: dry-run, matcher: Bash, type: module, handler: ./hooks/dry-run.mjs }
    - { name: careful, matcher: Bash, type: module, handler: ./hooks/careful.mjs }
  PostToolUse:
    parallel: true
    hooks:
      - { name: lint, matcher: Edit, type: command, handler: ./hooks/lint.sh }
      - { name: types, matcher: Edit, type: command, handler: ./hooks/types.sh }
      - { name: spelling, matcher: Edit, type: command, handler: ./hooks/spelling.sh }
`;

const files = {
  'hookline.yaml': scenePolicy,
  'hooks/dry-run.mjs': `export default ({ tool_input }) =>
  tool_input.command.startsWith('npm publish')
    ? { updated_input: { ...tool_input, command: tool_input.command + ' --dry-run' } }
    : undefined;
`,
  'hooks/careful.mjs': `export default ({ tool_input }) =>
  tool_input.command.includes('deploy')
    ? { decision: 'ask', reason: 'This reaches production. Should it?' }
    : undefined;
`,
  'hooks/lint.sh': '#!/bin/sh\nsleep 0.12\necho "checked 1 file: no problem"\n',
  'hooks/types.sh': '#!/bin/sh\nsleep 0.2\necho "cart.ts(14): total may be undefined" >&2\nexit 1\n',
  'hooks/spelling.sh': '#!/bin/sh\nsleep 0.06\n',
};

/** [seconds since the event before, agent, tool, what it is about] */
const day = /** @type {const} */ ([
  [0, 'main', 'Bash', 'git status'],
  [9, 'main', 'Read', 'src/cart.ts'],
  [12, 'main', 'Bash', 'npm test -- cart'],
  [14, 'reviewer', 'Read', 'src/cart.ts'],
  [4, 'tester', 'Bash', 'npm test -- --watch=false'],
  [6, 'reviewer', 'Bash', 'git log --oneline -20'],
  [8, 'main', 'Edit', 'src/cart.ts'],
  [5, 'tester', 'Bash', 'npm run coverage'],
  [7, 'reviewer', 'Bash', 'git diff main -- src/cart.ts'],
  [11, 'main', 'Bash', 'npm test -- cart'],
  [9, 'reviewer', 'Bash', 'git reset --hard origin/main'],
  [6, 'reviewer', 'Bash', 'git stash'],
  [5, 'tester', 'Bash', 'npx playwright test checkout'],
  [8, 'docs', 'Read', 'README.md'],
  [7, 'docs', 'Edit', 'docs/checkout.md'],
  [9, 'main', 'Bash', 'npm publish'],
  [12, 'main', 'Bash', './deploy.sh production'],
  [6, 'docs', 'Bash', 'ls docs'],
  [10, 'tester', 'Bash', 'rm -rf ~/'],
  [5, 'tester', 'Bash', 'rm -rf coverage/tmp'],
  [9, 'main', 'Bash', 'git add -A && git commit -m "Round totals to cents"'],
  [7, 'main', 'Bash', 'git push --force origin main'],
  [8, 'main', 'Bash', 'git push origin fix-totals'],
  [6, 'docs', 'Bash', 'grep -rn checkout docs'],
]);

/** @param {string} folder */
export function writeScene(folder) {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (text.startsWith('#!')) chmodSync(file, 0o755);
  }
}

/**
 * The session "checkout" of four agents, and two smaller ones, in FOLDER/traces. Clocks are turned back, so that it looks like
 * the minutes that it stands for.
 *
 * @param {string} folder
 */
export async function recordScene(folder) {
  writeScene(folder);
  const config = await loadConfig(join(folder, 'hookline.yaml'), { watch: false, log: () => undefined });
  const recording = record(config.hooks, { folder: join(folder, 'traces') });
  const realNow = Date.now;
  let ago = 26 * 60_000;
  Date.now = () => realNow() - ago;
  let calls = 0;
  /** @type {(session: string, prompt: string) => Promise<unknown>} */
  const prompted = (session, prompt) => {
    const event = { session_id: session, cwd: folder, prompt };
    return config.hooks.fire('UserPromptSubmit', /** @type {never} */ (event), { agent: 'main' });
  };
  /** @type {(session: string, agent: string, tool: string, about: string) => Promise<void>} */
  const call = async (session, agent, tool, about) => {
    const toolInput =
      tool === 'Bash'
        ? { command: about }
        : { file_path: join(folder, about), ...(tool === 'Edit' && { old_string: 'a', new_string: 'b' }) };
    calls += 1;
    const event = {
      ...{ session_id: session, cwd: folder, tool_use_id: `call-${calls}` },
      ...{ tool_name: tool, tool_input: toolInput },
    };
    const { decision } = await config.hooks.fire('PreToolUse', /** @type {never} */ (event), { agent });
    if (decision === 'deny') return;
    // Tools take their time.
    ago -= 1500;
    const after = { ...event, tool_response: 'done' };
    await config.hooks.fire('PostToolUse', /** @type {never} */ (after), { agent });
  };
  try {
    await prompted('update-dependencies', 'Update the dependencies, one at a time');
    for (const about of ['ls', 'npm outdated', 'git clean -fdx', 'npm test']) {
      await call('update-dependencies', 'main', 'Bash', about);
      ago -= 20_000;
    }
    await prompted('release-notes', 'Write the release notes of 2.4');
    for (const about of ['git log -3', 'cat CHANGELOG.md']) {
      await call('release-notes', 'main', 'Bash', about);
      ago -= 15_000;
    }
    ago = 5 * 60_000;
    await prompted('checkout', 'Round the totals of the checkout to cents, and publish it');
    for (const [pause, agent, tool, about] of day) {
      ago -= pause * 1000;
      await call('checkout', agent, tool, about);
    }
  } finally {
    Date.now = realNow;
    await recording.stop();
    await config.close();
  }
}
