import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { recordScene, scenePolicy } from '../../scripts/ui-scene.mjs';
import { Scratch } from '../support/scratch.ts';
import { inBrowser, startUi, textOf } from './support.ts';

inBrowser('hookline ui', (open) => {
  const folder = new Scratch().path;
  let address = '';
  beforeAll(async () => {
    await recordScene(folder);
    ({ address } = await startUi([join(folder, 'traces')], { cwd: folder }));
  });

  const checkout = async (): Promise<Page> => {
    const page = await open(address);
    await page.getByRole('button', { name: /^checkout/ }).click();
    await page.locator('.event.deny').first().waitFor();
    return page;
  };
  const count = (page: Page): Promise<string | null> => page.locator('output.count').textContent();

  it('lists the sessions with what stands out, and shows one of them', async () => {
    const page = await checkout();
    const sessions = await page.locator('.sessions li').allInnerTexts();
    expect(sessions.map((text) => text.split('\n')[0])).toEqual([
      'All sessions',
      'checkout',
      'release-notes',
      'update-dependencies',
    ]);
    expect(sessions[1]).toContain('3 denies');
    expect(sessions[1]).toContain('1 ask');
    expect(sessions[1]).toContain('2 failures');
    expect(await count(page)).toBe('26 of 56 events');
    await page.getByRole('button', { name: /^update-dependencies/ }).click();
    expect(await count(page)).toMatch(/^4 of 56 events$/);
    await page.getByText('Without hooks too').click();
    expect(await count(page)).toBe('7 of 56 events');
  });

  it('draws a lane for each agent, tells what is under the pointer, and opens it', async () => {
    const page = await checkout();
    expect(await page.locator('.lanes span').allInnerTexts()).toEqual(['main', 'reviewer', 'tester', 'docs']);
    expect(await page.locator('.timeline canvas').getAttribute('aria-label')).toContain('3 denies');
    const canvas = page.locator('.timeline canvas');
    const box = await canvas.boundingBox();
    if (box === null) throw new Error('the canvas is not seen');
    const laneOf = { main: 0, reviewer: 1, tester: 2, docs: 3 };
    const y = 22 + 30 * (laneOf.reviewer + 0.5);
    let found = -1;
    for (let x = 4; x < box.width && found < 0; x += 9) {
      await canvas.hover({ position: { x, y } });
      const hint = page.locator('.hint.deny');
      if ((await hint.count()) > 0 && (await textOf(hint)).includes('git reset --hard')) found = x;
    }
    expect(found).toBeGreaterThan(0);
    await canvas.click({ position: { x: found, y } });
    await page.locator('aside .verdict.deny', { hasText: 'git.reset-hard' }).waitFor();
    expect(await textOf(page.locator('.event[aria-selected="true"]'))).toContain('git reset --hard');
  });

  it('lists the time that is dragged over, zooms by buttons and keys, and shows all by a double click', async () => {
    const page = await checkout();
    const box = await page.locator('.timeline canvas').boundingBox();
    if (box === null) throw new Error('the canvas is not seen');
    const shown = async (): Promise<number> => Number.parseInt((await count(page)) ?? '', 10);
    await page.mouse.move(box.x + box.width * 0.3, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 4 });
    expect(await page.locator('.brush').count()).toBe(1);
    await page.mouse.up();
    const dragged = await shown();
    expect(dragged).toBeGreaterThan(2);
    expect(dragged).toBeLessThan(20);
    await page.locator('.timeline canvas').dblclick({ position: { x: 3, y: 8 } });
    expect(await shown()).toBe(26);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const zoomed = await shown();
    expect(zoomed).toBeLessThan(26);
    await page.keyboard.press('+');
    expect(await shown()).toBeLessThan(zoomed);
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    await page.getByRole('button', { name: 'Zoom out' }).click();
    expect(await shown()).toBe(26);
  });

  it('shows each hook of an event: its time, decision, change and output', async () => {
    const page = await checkout();
    const aside = page.locator('aside');
    const openRow = async (search: string): Promise<void> => {
      await page.locator('#search').fill(search);
      await page.locator('.event').last().click();
    };
    await openRow('npm publish');
    const run = aside.locator('.waterfall li', { hasText: 'dry-run' });
    await run.locator('.chip.changed').waitFor();
    expect(await textOf(run.locator('.diff .gone'))).toContain('npm publish');
    expect(await textOf(run.locator('.diff .new'))).toContain('npm publish --dry-run');

    await openRow('docs/checkout.md');
    const types = aside.locator('.waterfall li.failed', { hasText: 'types' });
    await types.waitFor();
    expect(await textOf(types.locator('.output', { hasText: 'stderr' }))).toContain(
      'cart.ts(14): total may be undefined',
    );
    expect(await textOf(aside.locator('.output', { hasText: 'stdout' }).first())).toContain('checked 1 file');
    const bars = await aside
      .locator('.waterfall .bar')
      .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().toJSON()));
    // They ran at the same time: each began before the others had ended.
    expect(bars).toHaveLength(3);
    for (const one of bars) for (const other of bars) expect(one.left).toBeLessThan(other.right);
    expect(new Set(bars.map(({ width }) => Math.round(width))).size).toBe(3);

    await openRow('rm -rf ~');
    await aside.locator('.verdict.deny').waitFor();
    expect(await aside.locator('.waterfall li.skipped').count()).toBeGreaterThan(0);
    await aside.getByRole('button', { name: 'Close' }).click();
    expect(await aside.count()).toBe(0);
  });

  it('filters by each column and by text', async () => {
    const page = await checkout();
    const about = (): Promise<readonly string[]> => page.locator('.event .about').allInnerTexts();
    for (const [label, choice, expected] of [
      ['Decision', 'deny', 3],
      ['Decision', 'ask', 1],
      ['Decision', 'failed', 2],
      ['Decision', 'changed', 1],
      ['Agent', 'docs', 5],
      ['Point', 'PostToolUse', 2],
      ['Tool', 'Read', 3],
      ['Hook', 'careful', 16],
    ] as const) {
      await page.getByLabel(label, { exact: true }).selectOption(choice);
      expect([label, choice, (await about()).length]).toEqual([label, choice, expected]);
      await page.getByRole('button', { name: 'Show all' }).click();
      expect(await count(page)).toBe('26 of 56 events');
    }
    await page.locator('#search').fill('GIT push');
    expect(await about()).toEqual(['git push --force origin main', 'git push origin fix-totals']);
    await page.locator('#search').fill('no such thing');
    await page.getByText('No event is like that.').waitFor();
    await page.locator('#search').press('Escape');
    await page.keyboard.press('Escape');
    expect(await count(page)).toBe('26 of 56 events');
  });

  it('shows how long each hook takes', async () => {
    const page = await checkout();
    await page.keyboard.press('2');
    await page.locator('.latency canvas').waitFor();
    const rows = await page.locator('.latency tbody tr').allInnerTexts();
    expect(rows.map((text) => text.split(/\s/)[0]).sort()).toEqual(
      ['careful', 'dry-run', 'lint', 'no-destruction', 'no-secrets', 'spelling', 'types'].sort(),
    );
    await page.getByRole('button', { name: 'lint' }).click();
    expect(await textOf(page.locator('.chart figcaption'))).toMatch(
      /^lint 2 runs, half of them within \d+ ms/,
    );
    await page.getByLabel('Hook', { exact: true }).selectOption('lint');
    expect(await page.locator('.latency tbody tr').count()).toBe(3);
  });

  it('tells what an edited policy would do, side by side, and saves nothing', async () => {
    const page = await checkout();
    await page.keyboard.press('3');
    await page.locator('#policy:enabled').waitFor();
    expect(await page.locator('#policy').inputValue()).toBe(scenePolicy);
    const button = page.locator('.edited button.main');
    await button.click();
    await page.getByText('0 decisions would differ').waitFor();
    const stricter = `permissions:\n  deny: ["Bash(git push *)"]\n${scenePolicy}`;
    await page.locator('#policy').fill(stricter);
    await page.locator('#policy').press('Control+Enter');
    await page.getByText('1 decision would differ').waitFor();
    const row = page.locator('.compared tbody tr');
    expect(await textOf(row)).toContain('git push origin fix-totals');
    expect(await row.locator('.chip').allInnerTexts()).toEqual(['passes', 'denied']);
    await row.getByRole('button').click();
    await page.locator('aside .verdict').waitFor();
    await page.locator('#policy').fill(scenePolicy.replace('matcher: Bash', 'matchr: Bash'));
    await button.click();
    await page.locator('pre.problem', { hasText: /hookline\.yaml:5:\d+/ }).waitFor();
    await page.locator('#policy').fill(stricter);
    await page.locator('#policy').blur();
    await page.keyboard.press('1');
    await page.keyboard.press('3');
    expect(await page.locator('#policy').inputValue()).toBe(stricter);
    expect(readFileSync(join(folder, 'hookline.yaml'), 'utf8')).toBe(scenePolicy);
  });

  it('has a key for everything, and tells them', async () => {
    const page = await checkout();
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    const current = (): Promise<string> => textOf(page.locator('.event[aria-selected="true"] .about'));
    await press('j');
    expect(await current()).toBe('git status');
    await press('ArrowDown');
    expect(await current()).toBe('src/cart.ts');
    await press('k');
    expect(await current()).toBe('git status');
    await press('End');
    expect(await current()).toBe('grep -rn checkout docs');
    await press('ArrowUp');
    expect(await current()).toBe('git push origin fix-totals');
    await press('Home');
    await press('PageDown');
    const far = await current();
    expect(far).not.toBe('git status');
    await press('PageUp');
    expect(await current()).toBe('git status');
    await press('d');
    expect(await current()).toContain('git reset --hard');
    await press('d');
    expect(await current()).toBe('rm -rf ~/');
    await press('D');
    expect(await current()).toContain('git reset --hard');
    await press('Enter');
    await page.locator('aside .verdict.deny').waitFor();
    await press('j');
    await page.locator('aside .value', { hasText: 'git stash' }).first().waitFor();
    await press('Escape');
    expect(await page.locator('aside').count()).toBe(0);
    await press('/');
    await page.keyboard.type('publish');
    expect(await page.locator('.event').count()).toBe(1);
    await press('Escape');
    await press('Escape');
    expect(await count(page)).toBe('26 of 56 events');
    for (const [key, name] of [
      ['2', 'latency'],
      ['3', 'policy'],
      ['4', 'waiting'],
      ['1', 'timeline'],
    ] as const) {
      await press(key);
      await page.locator(`section.${name}`).waitFor();
    }
    const scheme = (): Promise<string | null> => page.locator('html').getAttribute('data-scheme');
    const before = await scheme();
    await press('t');
    expect(await scheme()).not.toBe(before);
    await press('?');
    const dialog = page.getByRole('dialog');
    expect(await dialog.locator('kbd').count()).toBe(19);
    await press('j');
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await dialog.count()).toBe(0);
  });
});
