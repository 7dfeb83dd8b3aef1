import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { record } from '../../src/builtin/record.ts';
import { loadConfig } from '../../src/config/load/load-config.ts';
import { startHookline } from '../support/cli.ts';
import { folderWith } from '../support/folder-with.ts';

/** Where distributions put Chromium. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine; undefined where there is none. */
const chromiumPath: string | undefined = places.find((place) => existsSync(place));

export async function openBrowser(): Promise<Browser> {
  if (chromiumPath === undefined)
    throw new Error('there is no Chromium; on Debian: apt-get install chromium');
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
}

const policy = `hooks:
  PreToolUse:
    - { name: no-destruction, type: builtin, handler: destructive-commands, guard: true }
`;

/** A folder with a real recording of these commands, by the agents that are named with them. */
export async function recordedFolder(
  calls: readonly (readonly [agent: string, command: string])[],
): Promise<string> {
  const folder = folderWith({ 'hookline.yaml': policy });
  const config = await loadConfig(join(folder, 'hookline.yaml'), { watch: false, log: () => undefined });
  const recording = record(config.hooks, { folder: join(folder, 'traces') });
  for (const [agent, command] of calls) {
    const event = { session_id: 'shop', cwd: folder, tool_name: 'Bash', tool_input: { command } };
    await config.hooks.fire('PreToolUse', event as never, { agent });
  }
  await recording.stop();
  await config.close();
  return folder;
}

/** `hookline ui` in a folder, and a page that looks at it. */
export async function openUi(browser: Browser, folder: string): Promise<Page> {
  const { child, shows } = startHookline(['ui', join(folder, 'traces')], { cwd: folder });
  onTestFinished(() => {
    child.kill();
  });
  let address = '';
  child.stdout?.on('data', (text: Buffer) => {
    address += text.toString('utf8');
  });
  await shows('/\n');
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  onTestFinished(() => page.close());
  await page.goto(address.trim());
  return page;
}
