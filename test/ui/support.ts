import { type ChildProcess, spawn } from 'node:child_process';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { findChromium, noChromium } from '../../scripts/chromium.mjs';
import { main } from '../support/command-line/cli.ts';

const browserPath = findChromium();

/** The tests of a file, in one browser. Where there is none, their name says so. */
export function inBrowser(name: string, tests: (open: OpenPage) => void): void {
  if (browserPath === undefined) {
    describe.skip(`${name} (SKIPPED: ${noChromium})`, () =>
      tests(() => Promise.reject(new Error(noChromium))));
    return;
  }
  describe(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      endStarted();
      await browser.close();
    });
    tests(async (address, options = {}) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
      onTestFinished(() => page.close());
      await page.goto(address);
      return page;
    });
  });
}

export type OpenPage = (address: string, options?: BrowserContextOptions) => Promise<Page>;

export interface StartedUi {
  readonly address: string;
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly said: () => string;
}

const started = new Set<ChildProcess>();

function endStarted(): void {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
}

// Also when the run is cut short.
process.once('exit', endStarted);

interface UiOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the command itself. */
  readonly program?: readonly string[];
}

/** `hookline ui`, until its test or its file is over. */
export async function startUi(
  words: readonly string[],
  { cwd, env, program }: UiOptions,
): Promise<StartedUi> {
  const [file = process.execPath, ...before] = program ?? [process.execPath, main];
  const child = spawn(file, [...before, 'ui', ...words], { cwd, env: { ...process.env, ...env } });
  started.add(child);
  let text = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString('utf8');
      const [found] = /http:\S+(?=\s)/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on('close', () => reject(new Error(`hookline ui ended:\n${text}`)));
  });
  return { address, child, said: () => text };
}

export async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? '';
}
