import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { writeScene } from '../../scripts/ui-scene.mjs';
import { hookline, main } from '../support/command-line/cli.ts';
import { trusted } from '../support/command-line/trusted.ts';
import { folderWith } from '../support/folder-with.ts';
import { inBrowser, startUi, textOf } from './support.ts';

const terminal = fileURLToPath(new URL('../fixtures/cli/terminal.py', import.meta.url));

/** A folder whose agents are guarded, and what agents and people do in it. */
async function guardedFolder() {
  const cwd = folderWith({});
  writeScene(cwd);
  const env = {
    XDG_STATE_HOME: join(cwd, 'state'),
    CLAUDE_PROJECT_DIR: cwd,
    CLAUDECODE: '',
    HOOKLINE_DAEMON: 'off',
    HOOKLINE_TRACE: '1',
  };
  await trusted(cwd, env);
  let calls = 0;
  const call = async (command: string, session = 'live'): Promise<string> => {
    calls += 1;
    const event = {
      session_id: session,
      hook_event_name: 'PreToolUse',
      cwd,
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `toolu_01234567890123456${String(calls).padStart(3, '0')}`,
    };
    const { stdout } = await hookline(['hook', 'claude-code'], { cwd, env, input: JSON.stringify(event) });
    return stdout;
  };
  return { cwd, env, call };
}

inBrowser('hookline ui, live', (open) => {
  it('says what to do where nothing is recorded, and shows what other processes record at once, in every tab', async () => {
    const { cwd, env, call } = await guardedFolder();
    const { address, child } = await startUi([], { cwd, env });
    const pages = [await open(`${address}#view=session`), await open(`${address}#view=session`)];
    for (const page of pages) {
      await page.getByText('Nothing is recorded yet.').waitFor();
      expect(await textOf(page.locator('.empty'))).toContain('trace: true');
    }
    await call('ls');
    const recorded = Date.now();
    const events = '.event[role="option"]';
    for (const page of pages) await page.locator(events).waitFor();
    expect(Date.now() - recorded).toBeLessThan(2000);
    await call('git push --force');
    await pages[1]?.locator('.event.deny').waitFor();
    expect(await pages[0]?.locator(events).count()).toBe(2);

    const [page] = pages;
    const traces = join(cwd, 'state/hookline/traces');
    const [file = ''] = readdirSync(traces).filter((name) => name.endsWith('.jsonl'));
    appendFileSync(join(traces, file), '{"v":1,"type":"firing","id":"torn');
    await call('npm test', 'another');
    await page?.locator(events, { hasText: 'npm test' }).waitFor();
    rmSync(join(traces, file));
    await page?.locator('.event.deny').click();
    await page?.getByText('The traces no longer have this event.').waitFor();
    expect(await page?.locator(events).count()).toBe(3);
    await page?.getByText("trace files that are gone, so their events can't be opened: 1").waitFor();

    child.kill();
    await page
      ?.getByText(/connection lost|has ended/)
      .first()
      .waitFor();
    const again = await startUi(['--port', new URL(address).port], { cwd, env });
    await page?.getByText('hookline ui has ended').waitFor();
    again.child.kill();
  });

  it('lets a person approve or deny what waits', async () => {
    const { cwd, env, call } = await guardedFolder();
    const { address, child, said } = await startUi([], {
      cwd,
      env,
      program: ['python3', terminal, '200', process.execPath, main],
    });
    await expect.poll(said).toMatch(/code there: \d{6}/);
    const [, code = ''] = /code there: (\d{6})/.exec(said()) ?? [];
    const page = await open(address);
    await call('git push --force');
    await call('git reset --hard');
    await page.locator('.tabs .badge', { hasText: '2' }).waitFor();
    await page.keyboard.press('5');
    expect(await page.title()).toBe('(2) hookline');
    await page
      .getByLabel(/Code from the terminal/)
      .first()
      .fill(code);
    const push = page.locator('.calls li', { hasText: 'git push --force' });
    expect(await textOf(push)).toContain('git.push-force');
    expect(await push.getByRole('button').allInnerTexts()).toEqual(['Keep it denied', 'Allow once…']);
    await push.getByRole('button', { name: 'Allow once…' }).click();
    await push.getByText('The policy denies this call.').waitFor();
    await push.getByRole('button', { name: 'Yes, allow once' }).click();
    await push.getByText('Allowed once until').waitFor();
    expect(await call('git push --force')).toBe('');
    await expect.poll(() => push.count()).toBe(0);
    expect(await call('git push --force')).toContain('git.push-force');
    await page
      .locator('.calls li', { hasText: 'git reset' })
      .getByRole('button', { name: 'Keep it denied' })
      .click();
    await expect.poll(() => page.locator('.calls li', { hasText: 'git reset' }).count()).toBe(0);
    child.kill();

    const below = await startUi([], { cwd, env });
    const other = await open(below.address);
    await other.keyboard.press('5');
    await other.getByText(/run hookline allow \w{7} in your own terminal/).waitFor();
    expect(await other.getByRole('button', { name: /Allow once/ }).count()).toBe(0);
    expect(await call('git push --force')).toContain('git.push-force');
    below.child.kill();
  });

  it('shows the demo by the command that the demo ends with', async () => {
    const cwd = folderWith({});
    const env = { XDG_STATE_HOME: join(cwd, 'state') };
    const { stdout } = await hookline(['demo'], { cwd, env });
    const [, session = ''] = /npx hookline ui (\S+)\n$/.exec(stdout) ?? [];
    const { address, child } = await startUi([session], { cwd, env });
    const page = await open(`${address}#view=session`);
    await page.locator('.event.deny', { hasText: 'rm -rf build' }).click();
    const run = page.locator('.waterfall li.deny', { hasText: 'no-rm' });
    expect(await textOf(run.locator('.place'))).toMatch(/hookline\.yaml:6:\d+$/);
    expect(await textOf(run.locator('.output'))).toContain('this removes whole folders');
    expect(await page.locator('.lanes span').count()).toBe(2);
    expect(readFileSync(join(cwd, 'state/hookline/traces', `${session}.jsonl`), 'utf8')).not.toBe('');
    child.kill();
  });
});
