import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { recordScene } from '../../scripts/ui-scene.mjs';
import { Scratch } from '../support/scratch.ts';
import { inBrowser, startUi } from './support.ts';

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

inBrowser('hookline ui, for everybody', (open) => {
  const folder = new Scratch().path;
  let address = '';
  beforeAll(async () => {
    await recordScene(folder);
    ({ address } = await startUi([join(folder, 'traces')], {
      cwd: folder,
      env: { XDG_STATE_HOME: join(folder, 'state') },
    }));
  });

  it.each(['light', 'dark'] as const)('is accessible in every view, in %s', async (colorScheme) => {
    const page = await open(`${address}#range=all`, { colorScheme });
    await page.locator('.sparkline').first().waitFor();
    expect(await page.locator('html').getAttribute('data-scheme')).toBe(colorScheme);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('2');
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    await page.locator('aside .verdict').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    for (const [key, seen] of [
      ['3', '.rules tbody tr'],
      ['4', '#policy:enabled'],
      ['5', '.waiting .empty'],
      ['?', 'dialog'],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator(seen).first().waitFor();
      expect([key, await violations(page)]).toEqual([key, []]);
    }
  });

  it('follows the system from light to dark until a person chooses', async () => {
    const page = await open(address, { colorScheme: 'light' });
    const scheme = (): Promise<string | null> => page.locator('html').getAttribute('data-scheme');
    const back = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await back();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(scheme).toBe('dark');
    expect(await back()).not.toBe(light);
    await page.getByRole('button', { name: 'Light', exact: true }).click();
    expect([await scheme(), await back()]).toEqual(['light', light]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await scheme()).toBe('light');
  });

  it.each([
    [390, 800],
    [1024, 768],
    [1280, 720],
    [2560, 1440],
  ])('fits a screen of %i by %i', async (width, height) => {
    const page = await open(`${address}#range=all`, { viewport: { width, height } });
    await page.locator('.guard').waitFor();
    const isOver = (): Promise<boolean> =>
      page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    for (const key of ['1', '3', '4', '5', '2']) {
      await page.keyboard.press(key);
      expect([key, await isOver()]).toEqual([key, false]);
    }
    const first = page.locator('.event[role="option"]').first();
    for (const part of ['.time', '.tool', '.about']) {
      const place = await first.locator(part).boundingBox();
      expect([part, (place?.width ?? 0) > 20, (place?.y ?? height) + 36 < height]).toEqual([
        part,
        true,
        true,
      ]);
    }
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const verdict = page.locator('aside .verdict');
    await verdict.waitFor();
    const box = await verdict.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
  });
});
