import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { recordScene } from '../../scripts/ui-scene.mjs';
import { hookline, main } from '../support/command-line/cli.ts';
import { Scratch } from '../support/scratch.ts';
import { inBrowser, startUi, textOf } from './support.ts';

const terminal = fileURLToPath(new URL('../fixtures/cli/terminal.py', import.meta.url));

/** How a person gets at something: counted, for each task from the first screen. */
interface Hand {
  readonly use: (locator: Locator) => Promise<void>;
  readonly uses: () => number;
}

function mouse(): Hand {
  let clicks = 0;
  return {
    uses: () => clicks,
    use: async (locator) => {
      clicks += 1;
      await locator.click();
    },
  };
}

function keyboard(page: Page): Hand {
  let presses = 0;
  return {
    uses: () => presses,
    use: async (locator) => {
      presses += 1;
      await locator.waitFor();
      const isReached = (): Promise<boolean> => locator.evaluate((element) => element.matches(':focus'));
      for (let step = 0; step < 120 && !(await isReached()); step += 1) await page.keyboard.press('Tab');
      expect(await isReached()).toBe(true);
      await page.keyboard.press('Enter');
    },
  };
}

inBrowser('what people come for', (open) => {
  const folder = new Scratch().path;
  const env = {
    ...{ XDG_STATE_HOME: join(folder, 'state'), CLAUDE_PROJECT_DIR: folder, CLAUDECODE: '' },
    ...{ HOOKLINE_DAEMON: 'off', HOOKLINE_TRACE: 'off' },
  };
  let [address, calls] = ['', 0];
  let codeNow = (): string => '';
  beforeAll(async () => {
    await recordScene(folder);
    execFileSync(process.execPath, [main, 'trust', '--yes'], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    const { address: at, said } = await startUi([join(folder, 'traces')], {
      ...{ cwd: folder, env, program: ['python3', terminal, '600', process.execPath, main] },
    });
    address = at;
    codeNow = () => /code there: (\d{6})/.exec(said())?.[1] ?? '';
  });

  /** Each from the first screen, in at most two steps. */
  const doTasks = async (page: Page, handOf: () => Hand): Promise<Readonly<Record<string, number>>> => {
    const counts: Record<string, number> = {};
    const task = async (name: string, act: (hand: Hand) => Promise<void>): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(`${address}#range=all`);
      await page.locator('.sparkline').first().waitFor({ state: 'attached' });
      const hand = handOf();
      await act(hand);
      counts[name] = hand.uses();
    };
    const tab = (name: string): Locator => page.locator('.tabs button', { hasText: name });
    await task('what did my agents do today', async () => {
      await page.locator('.sessions li', { hasText: 'Round the totals' }).waitFor();
    });
    await task('what was denied, and why', async () => {
      const denied = page.locator('[aria-label="Denied, by rule"] tr', { hasText: 'git.push-force' });
      expect(await textOf(denied)).toContain('it overwrites what others have pushed');
    });
    await task('which rule is noisy', async ({ use }) => {
      await use(tab('Rules & hooks'));
      await use(page.getByRole('button', { name: 'Allowed by a person' }));
      expect(await textOf(page.locator('.rules [aria-sort="descending"]'))).toContain('Allowed');
    });
    await task('which hook costs most time', async ({ use }) => {
      await use(tab('Rules & hooks'));
      await use(page.getByRole('button', { name: 'Hooks', exact: true }));
      expect(await textOf(page.locator('.rules tbody th').first())).toContain('types');
    });
    await task('is the guard on', async () => {
      await page.locator('.guard.bad', { hasText: 'Not guarded' }).waitFor();
    });
    await task('approve a call', async ({ use }) => {
      calls += 1;
      const event = {
        ...{ session_id: 'waiting', hook_event_name: 'PreToolUse', cwd: folder, tool_name: 'Bash' },
        ...{ tool_input: { command: `git push --force origin b${calls}` }, tool_use_id: `toolu_${calls}` },
      };
      await hookline(['hook', 'claude-code'], { cwd: folder, env, input: JSON.stringify(event) });
      const call = page.locator('.calls li', { hasText: `origin b${calls}` });
      await call.getByLabel(/Code from the terminal/).fill(codeNow());
      await use(call.getByRole('button', { name: 'Allow once…' }));
      await use(call.getByRole('button', { name: 'Yes, allow once' }));
      await call.getByText('Allowed once until').waitFor();
    });
    await task('what would other rules have done', async ({ use }) => {
      await use(tab('Try a policy'));
      await page.locator('#policy:enabled').waitFor();
      const text = await page.locator('#policy').inputValue();
      await page.locator('#policy').fill(`permissions:\n  deny: ["Bash(npx *)"]\n${text}`);
      await use(page.locator('.edited button.main'));
      await page.locator('.kind', { hasText: 'npx playwright test' }).waitFor();
    });
    const incident = page.locator('[aria-label="Denied, by rule"] tr', { hasText: 'git.clean' });
    await task('from an incident to a rule and its replay', async ({ use }) => {
      await use(incident.getByTitle('Open the event'));
      await use(page.getByRole('button', { name: 'Try a rule' }));
      await page.getByText(/decisions? would differ/).waitFor();
      expect(await page.locator('#policy').inputValue()).toContain('deny: ["Bash(git clean *)"');
    });
    await task('from an incident to a test', async ({ use }) => {
      await use(incident.getByTitle('Open the event'));
      const download = page.waitForEvent('download');
      await use(page.getByRole('button', { name: 'Make a test' }));
      expect(readFileSync(await (await download).path(), 'utf8')).toContain('git clean -fdx');
    });
    return counts;
  };

  const expected = {
    'what did my agents do today': 0,
    'what was denied, and why': 0,
    'which rule is noisy': 2,
    'which hook costs most time': 2,
    'is the guard on': 0,
    'approve a call': 2,
    'what would other rules have done': 2,
    'from an incident to a rule and its replay': 2,
    'from an incident to a test': 2,
  };

  it.each([
    [390, 844, 'light'],
    [390, 844, 'dark'],
    [1024, 768, 'light'],
    [1024, 768, 'dark'],
    [1440, 900, 'light'],
    [1440, 900, 'dark'],
  ] as const)('takes at most two clicks, at %i by %i, %s', async (width, height, colorScheme) => {
    const page = await open('about:blank', { viewport: { width, height }, colorScheme });
    expect(await doTasks(page, mouse)).toEqual(expected);
  });

  it('works by keyboard alone', async () => {
    const page = await open('about:blank');
    expect(await doTasks(page, () => keyboard(page))).toEqual(expected);
  });
});
