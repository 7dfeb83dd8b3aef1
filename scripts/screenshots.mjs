// Makes the screenshots of the docs: the five views of `hookline ui`, light and dark. Needs Chromium: node scripts/screenshots.mjs
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium, noChromium } from './chromium.mjs';
import { recordScene } from './ui-scene.mjs';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const images = fileURLToPath(new URL('../docs/images/', import.meta.url));
const browserPath = findChromium();
if (browserPath === undefined) throw new Error(noChromium);

const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-')));
const folder = join(root, 'shop');
const env = {
  ...process.env,
  HOME: root,
  XDG_DATA_HOME: join(root, 'data'),
  XDG_STATE_HOME: join(root, 'state'),
  CLAUDE_PROJECT_DIR: folder,
  HOOKLINE_DAEMON: 'off',
  HOOKLINE_TRACE: '1',
};
/** @type {(words: readonly string[], input?: string) => void} */
const hookline = (words, input = '') => {
  execFileSync(process.execPath, [main, ...words], {
    cwd: folder,
    env,
    input,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
};

await recordScene(folder);
hookline(['trust', '--yes']);
hookline(['install', 'claude-code', '--project', '--yes']);
hookline(
  ['hook', 'claude-code'],
  JSON.stringify({
    session_id: 'checkout',
    hook_event_name: 'PreToolUse',
    cwd: folder,
    tool_name: 'Bash',
    tool_input: { command: 'git push --force origin main' },
    tool_use_id: 'toolu_0123456789012345670',
  }),
);

// Only a person in a terminal is offered to let calls pass.
const terminal = fileURLToPath(new URL('../test/fixtures/cli/terminal.py', import.meta.url));
const words = [terminal, '200', process.execPath, main, 'ui', join(folder, 'traces')];
const server = spawn('python3', words, { cwd: folder, env });
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-lcd-text'],
});
try {
  const address = await new Promise((resolve) => {
    let text = '';
    server.stdout.on('data', (part) => {
      text += String(part);
      const [found] = /http:\S+(?=\s)/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  mkdirSync(images, { recursive: true });
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 760 }, colorScheme });
    await page.goto(`${address}#range=all`);
    /** @type {(name: string) => Promise<unknown>} */
    const shoot = (name) => page.screenshot({ path: join(images, `ui-${name}-${colorScheme}.png`) });
    for (const seen of ['.guard', '.calls li', '.sparkline']) await page.locator(seen).first().waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await shoot('today');
    await page.locator('.sessions button', { hasText: 'Round the totals' }).click();
    for (const key of ['d', 'd', 'Enter']) await page.keyboard.press(key);
    await page.locator('aside .verdict.deny').waitFor();
    await shoot('session');
    await page.keyboard.press('Escape');
    await page.keyboard.press('3');
    await page.getByRole('button', { name: 'Hooks', exact: true }).click();
    await shoot('rules');
    await page.keyboard.press('4');
    const policy = page.locator('#policy');
    await page.locator('#policy:enabled').waitFor();
    await policy.fill(
      `permissions:\n  deny: ["Bash(git push *)", "Bash(npx *)"]\n${await policy.inputValue()}`,
    );
    await page.locator('.edited button.main').click();
    await page.locator('.compared table').first().waitFor();
    await policy.evaluate((editor) => {
      editor.scrollTop = 0;
    });
    await shoot('policy');
    await policy.blur();
    await page.keyboard.press('5');
    await page.locator('.calls li').first().waitFor();
    await shoot('approvals');
    await page.close();
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(root, { recursive: true, force: true });
}
