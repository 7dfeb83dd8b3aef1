import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openUi, recordedFolder } from './support.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('hookline ui', () => {
  it('leads to the deny, and shows which hook denied and why', async () => {
    const folder = await recordedFolder([
      ['main', 'ls'],
      ['reviewer', 'git reset --hard'],
    ]);
    const page = await openUi(browser, folder);
    const denied = page.locator('.event.deny');
    await denied.waitFor();
    expect(await denied.count()).toBe(1);
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    await page.locator('aside .verdict.deny', { hasText: 'git.reset-hard' }).waitFor();
  });

  it('is accessible', async () => {
    const page = await openUi(browser, await recordedFolder([['main', 'git reset --hard']]));
    await page.locator('.event.deny').click();
    await page.locator('aside .verdict').waitFor();
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(),
    );
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  });
});
