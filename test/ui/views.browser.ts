import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { recordScene, scenePolicy } from '../../scripts/ui-scene.mjs';
import { hookline } from '../support/command-line/cli.ts';
import { Scratch } from '../support/scratch.ts';
import { inBrowser, startUi, textOf } from './support.ts';

inBrowser('hookline ui', (open) => {
  const folder = new Scratch().path;
  let address = '';
  beforeAll(async () => {
    await recordScene(folder);
    ({ address } = await startUi([join(folder, 'traces')], {
      cwd: folder,
      env: { XDG_STATE_HOME: join(folder, 'state') },
    }));
  });

  const events = '.event[role="option"]';
  const view = async (name: string, more = ''): Promise<Page> => {
    const page = await open(`${address}#view=${name}&range=all${more}`);
    await page.locator('.guard, .event.deny, .rules tbody tr, #policy:enabled').first().waitFor();
    return page;
  };
  const checkout = (): Promise<Page> => view('session', '&session=checkout');
  const count = (page: Page): Promise<string | null> => page.locator('output.count').textContent();

  it('begins with what guards, what was denied by which rule, and the sessions by their prompts', async () => {
    const page = await view('today');
    await page.locator('.sparkline').first().waitFor();
    await page.locator('.guard.bad', { hasText: 'no agent is connected in this folder' }).waitFor();
    const rules = await page.locator('[aria-label="Denied, by rule"] tr th').allInnerTexts();
    expect(rules.sort()).toEqual(['filesystem.remove', 'git.clean', 'git.push-force', 'git.reset-hard']);
    expect(await page.locator('.sparkline .some').count()).toBe(4);
    const sessions = await page.locator('.sessions li').allInnerTexts();
    expect(sessions.map((text) => text.split('\n')[0])).toEqual([
      'Round the totals of the checkout to cents, and publish it',
      'Write the release notes of 2.4',
      'Update the dependencies, one at a time',
    ]);
    expect(sessions[0]).toContain('24 calls');
    for (const badge of ['3 denies', '1 ask', '2 failures']) expect(sessions[0]).toContain(badge);
    await page.locator('.sessions button').last().click();
    expect(await count(page)).toBe('5 of 33 events');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Update the dependencies');
  });

  it('joins a call and its result in one row, and draws a lane for each agent of a session', async () => {
    const page = await checkout();
    const edit = page.locator(events, { hasText: 'docs/checkout.md' });
    expect(await edit.count()).toBe(1);
    expect(await textOf(edit.locator('.took').first())).toMatch(/^1\.\d s$/);
    expect(await page.locator('.lanes span').allInnerTexts()).toEqual(['main', 'reviewer', 'tester', 'docs']);
    await page.getByLabel('Session', { exact: true }).selectOption('');
    expect(await page.locator('.lanes span').count()).toBe(6);
    await page.getByLabel('Session', { exact: true }).selectOption('checkout');
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
    expect(await shown()).toBe(25);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const zoomed = await shown();
    expect(zoomed).toBeLessThan(25);
    await page.keyboard.press('+');
    expect(await shown()).toBeLessThan(zoomed);
    for (let out = 0; out < 4; out += 1) await page.keyboard.press('-');
    await page.getByRole('button', { name: 'Zoom out' }).click();
    expect(await shown()).toBe(25);
  });

  it('shows each hook of an event: its time, decision, change and output', async () => {
    const page = await checkout();
    const aside = page.locator('aside');
    const openRow = async (search: string): Promise<void> => {
      await page.locator('#search').fill(search);
      await page.locator(events).first().click();
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
    expect(bars.length).toBeGreaterThan(3);
    bars.splice(0, bars.length - 3);
    for (const one of bars) for (const other of bars) expect(one.left).toBeLessThan(other.right);
    expect(new Set(bars.map(({ width }) => Math.round(width))).size).toBeGreaterThan(1);

    await openRow('rm -rf ~');
    await aside.locator('.verdict.deny').waitFor();
    expect(await aside.locator('.waterfall li.skipped').count()).toBeGreaterThan(0);
    await aside.getByRole('button', { name: 'Close' }).click();
    expect(await aside.count()).toBe(0);
  });

  it('filters by each column and by text', async () => {
    const page = await checkout();
    await page.getByRole('button', { name: 'Filters' }).click();
    const about = (): Promise<readonly string[]> => page.locator(`${events} .about`).allInnerTexts();
    for (const [label, choice, expected] of [
      ['Decision', 'deny', 3],
      ['Decision', 'ask', 1],
      ['Decision', 'failed', 2],
      ['Decision', 'changed', 1],
      ['Agent', 'docs', 4],
      ['Point', 'PostToolUse', 2],
      ['Rule', 'git.reset-hard', 1],
      ['Tool', 'Read', 3],
      ['Hook', 'careful', 16],
    ] as const) {
      await page.getByLabel(label, { exact: true }).selectOption(choice);
      expect([label, choice, (await about()).length]).toEqual([label, choice, expected]);
      await page.getByRole('button', { name: 'Show all' }).click();
      expect(await count(page)).toBe('25 of 33 events');
    }
    await page.locator('#search').fill('GIT push');
    expect(await about()).toEqual(['git push origin fix-totals', 'git push --force origin main']);
    await page.locator('#search').fill('no such thing');
    await page.getByText('No event matches the filter.').waitFor();
    await page.locator('#search').press('Escape');
    await page.keyboard.press('Escape');
    expect(await count(page)).toBe('25 of 33 events');
  });

  it('counts rules and hooks as hookline trace stats does, sorted as a person asks', async () => {
    const page = await view('rules', '&session=checkout');
    const names = async (): Promise<readonly (string | undefined)[]> =>
      (await page.locator('.rules tbody tr').allInnerTexts()).map((text) => text.split(/\s/)[0]);
    expect((await names()).toSorted()).toEqual(['filesystem.remove', 'git.push-force', 'git.reset-hard']);
    await page.getByRole('button', { name: 'Hooks', exact: true }).click();
    expect((await names())[0]).toBe('types');
    await page.getByRole('button', { name: 'Ran' }).click();
    const { stdout } = await hookline(
      ['trace', 'stats', '--by', 'hook', '--json', join(folder, 'traces/checkout.jsonl')],
      { cwd: folder },
    );
    const expected = (JSON.parse(stdout) as readonly { name: string; fires: number; p95: number }[])[0];
    const first = await page.locator('.rules tbody tr').first().locator('th, td').allInnerTexts();
    expect(first[1]).toBe(String(expected?.fires));
    await page.getByRole('button', { name: 'lint' }).click();
    expect(await page.locator(events).count()).toBe(2);
  });

  it('tells what an edited policy would do, by rule and command, and saves tests but no policy', async () => {
    const page = await checkout();
    await page.keyboard.press('4');
    await page.locator('#policy:enabled').waitFor();
    expect(await page.locator('#policy').inputValue()).toBe(scenePolicy);
    const button = page.locator('.edited button.main');
    await button.click();
    await page.getByText('0 decisions would differ').waitFor();
    const stricter = `permissions:\n  deny: ["Bash(git push *)"]\n${scenePolicy}`;
    await page.locator('#policy').fill(stricter);
    await page.locator('#policy').press('Control+Enter');
    await page.getByText('1 decision would differ').waitFor();
    await page.getByText('Your changes').click();
    expect(await page.locator('.edits .line.new').count()).toBe(2);
    const kind = page.locator('.kind', { hasText: 'Newly denied or asked' });
    const row = kind.locator('tbody tr');
    expect(await textOf(row)).toContain('git push origin fix-totals');
    expect(await row.locator('.chip').allInnerTexts()).toEqual(['passes', 'denied']);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save these as tests' }).click();
    const saved = readFileSync(await (await download).path(), 'utf8');
    expect(saved).toContain('git push origin fix-totals');
    expect(saved).toContain('decision: deny');
    await row.getByRole('button').click();
    await page.locator('aside .verdict').waitFor();
    await page.locator('#policy').fill(scenePolicy.replace('matcher: Bash', 'matchr: Bash'));
    await button.click();
    await page.locator('pre.problem', { hasText: /hookline\.yaml:5:\d+/ }).waitFor();
    await page.locator('#policy').fill(stricter);
    await page.locator('#policy').blur();
    await page.keyboard.press('1');
    await page.keyboard.press('4');
    expect(await page.locator('#policy').inputValue()).toBe(stricter);
    expect(readFileSync(join(folder, 'hookline.yaml'), 'utf8')).toBe(scenePolicy);
  });

  it('keeps what is shown in the address: reload, back, and a link to one event', async () => {
    const page = await checkout();
    await page.locator('#search').fill('git push');
    await page.locator(events).last().click();
    await page.locator('aside .verdict.deny').waitFor();
    await expect.poll(() => page.url()).toContain('event=');
    const link = page.url();
    await page.reload();
    await page.locator('aside .verdict.deny', { hasText: 'git push --force' }).waitFor();
    expect(await page.locator('#search').inputValue()).toBe('git push');
    await page.keyboard.press('3');
    await page.locator('section.rules').waitFor();
    await page.goBack();
    await page.locator('aside .verdict.deny', { hasText: 'git push --force' }).waitFor();
    const other = await open(link);
    await other.locator('aside .verdict.deny', { hasText: 'git push --force' }).waitFor();
    await open(`${address}#view=session&event=none`).then((missing) =>
      missing.getByText('the traces have no event none').waitFor(),
    );
  });

  it('has a key for everything, and tells them', async () => {
    const page = await checkout();
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    const current = (): Promise<string> => textOf(page.locator('.event[aria-selected="true"] .about'));
    await press('j');
    expect(await current()).toBe('grep -rn checkout docs');
    await press('ArrowDown');
    expect(await current()).toBe('git push origin fix-totals');
    await press('k');
    expect(await current()).toBe('grep -rn checkout docs');
    await press('End');
    expect(await current()).toContain('Round the totals');
    await press('ArrowUp');
    expect(await current()).toBe('git status');
    await press('Home');
    await press('PageDown');
    const far = await current();
    expect(far).not.toBe('grep -rn checkout docs');
    await press('PageUp');
    expect(await current()).toBe('grep -rn checkout docs');
    await press('d');
    expect(await current()).toContain('git push --force');
    await press('d');
    expect(await current()).toBe('rm -rf ~/');
    await press('D');
    expect(await current()).toContain('git push --force');
    await press('Enter');
    await page.locator('aside .verdict.deny').waitFor();
    await press('j');
    await page.locator('aside .command', { hasText: 'git add' }).first().waitFor();
    await press('Escape');
    expect(await page.locator('aside').count()).toBe(0);
    await press('/');
    await page.keyboard.type('npm publish');
    expect(await page.locator(events).count()).toBe(1);
    await press('Escape');
    await press('Escape');
    expect(await count(page)).toBe('25 of 33 events');
    for (const [key, name] of [
      ['1', 'today'],
      ['3', 'rules'],
      ['4', 'policy'],
      ['5', 'waiting'],
      ['2', 'timeline'],
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
    expect(await dialog.locator('kbd').count()).toBe(20);
    await press('j');
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await dialog.count()).toBe(0);
  });
});
