import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { record } from '../../src/builtin/record.ts';
import { Hooks } from '../../src/engine/hooks/hooks.ts';
import { deny } from '../../src/engine/outcome/effects.ts';
import { projectFolder } from '../support/pages.ts';
import { Scratch } from '../support/scratch.ts';
import { inBrowser, startUi } from './support.ts';

const events = 100_000;
const sessions = 5;
const recorded = 1000;

/** A real record of a thousand events, written again under other names and times until there are a hundred thousand. */
async function recordMany(folder: string): Promise<void> {
  const hooks = new Hooks();
  hooks.on('PreToolUse', { name: 'judge' }, ({ tool_input: { command } }) =>
    String(command).endsWith('7') ? deny('numbers.seven: it is odd') : undefined,
  );
  const recording = record(hooks, { folder: join(folder, 'real') });
  for (let number = 0; number < recorded; number += 1) {
    const event = { session_id: 'many', tool_name: 'Bash', tool_input: { command: `make part-${number}` } };
    await hooks.fire('PreToolUse', event as never, { agent: `agent-${number % 9}` });
  }
  await recording.stop();
  const lines = readFileSync(join(folder, 'real/many.jsonl'), 'utf8').trimEnd().split('\n');
  const [, writer = ''] = /"writer":"([^"]+)"/.exec(lines[0] ?? '') ?? [];
  const start = Date.now() - events * 100;
  const copies = events / recorded / sessions;
  for (let session = 0; session < sessions; session += 1) {
    const parts: string[] = [];
    for (let copy = 0; copy < copies; copy += 1) {
      let number = 0;
      for (const line of lines) {
        if (line.includes('"type":"firing"')) number += 1;
        const at = new Date(start + ((session * copies + copy) * recorded + number) * 100).toISOString();
        parts.push(
          line
            .replaceAll(writer, `${session}x${copy}x${writer.slice(6)}`)
            .replace('"session":"many"', `"session":"many-${session}"`)
            .replace(/"at":"[^"]+"/, `"at":"${at}"`),
        );
      }
    }
    writeFileSync(join(folder, `many-${session}.jsonl`), `${parts.join('\n')}\n`);
  }
}

inBrowser('hookline ui with 100,000 events', (open) => {
  const folder = new Scratch().path;
  beforeAll(() => recordMany(folder));

  const longTasks = (page: Page): Promise<readonly number[]> => page.evaluate('longTasks.splice(0)');

  it('paints within a second, and neither scrolling nor filtering stutters', async () => {
    const { address, child } = await startUi(
      Array.from({ length: sessions }, (_, session) => join(folder, `many-${session}.jsonl`)),
      { cwd: folder },
    );
    const page = await open('about:blank');
    await page.addInitScript(
      `globalThis.longTasks = [];
       new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
         .observe({ entryTypes: ['longtask'] });`,
    );
    const started = Date.now();
    await page.goto(`${address}#view=session&range=all`);
    await page.locator('.event').first().waitFor();
    const paint: number = await page.evaluate(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    );
    await page.locator('output.count', { hasText: /^100,000 events$/ }).waitFor({ timeout: 100_000 });
    const loaded = Date.now() - started;
    // The last of them are told a little later.
    await page.waitForTimeout(500);
    const whileLoading = await longTasks(page);
    await page.locator('.virtual').hover();
    for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, step % 2 === 0 ? 900 : 90_000);
    expect(await page.locator('.event').count()).toBeLessThan(80);
    const whileScrolling = await longTasks(page);
    await page.keyboard.press('End');
    expect(await page.locator('.event[aria-selected="true"]').getAttribute('aria-posinset')).toBe('100000');
    const asked = Date.now();
    await page.locator('#search').fill('part-777');
    await page.locator('output.count', { hasText: '100 of 100,000' }).waitFor();
    const filtered = Date.now() - asked;
    await page.getByRole('button', { name: 'Show all' }).click();
    await longTasks(page);
    for (const [key, seen] of [
      ['3', '.rules tbody tr'],
      ['1', '.sparkline'],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator(seen).first().waitFor();
    }
    const whileSwitching = await longTasks(page);
    child.kill();
    console.log({
      paint,
      loaded,
      filtered,
      whileLoading: max(whileLoading),
      whileScrolling: max(whileScrolling),
      whileSwitching: max(whileSwitching),
    });
    expect(paint).toBeLessThan(1000);
    expect(max(whileScrolling)).toBeLessThan(200);
    expect(filtered).toBeLessThan(1000);
  });

  it('is less than 150 KB over the wire, packed', () => {
    const dist = join(projectFolder, 'dist/ui');
    const sizes = readdirSync(dist).map((name) => gzipSync(readFileSync(join(dist, name))).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150 * 1024);
  });
});

function max(durations: readonly number[]): number {
  return Math.round(Math.max(0, ...durations));
}
