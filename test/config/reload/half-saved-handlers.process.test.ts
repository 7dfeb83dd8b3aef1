import { closeSync, openSync, writeSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import { bash, sleep } from '../../support/hooks.ts';
import { Project } from '../support.ts';

afterAll(() => endWorkers());

/** A rule of two parts, each of which is a whole module without the other. */
const handlers: Readonly<
  Record<string, readonly [type: string, handler: string, file: string, parts: readonly string[]]>
> = {
  module: [
    'module',
    './rules.mjs',
    'rules.mjs',
    [
      'const words = [];\nexport default () => words.length > 0 ? { decision: "deny" } : undefined;\n',
      'words.push("ls");\n',
    ],
  ],
  python: [
    'python',
    'rules.check',
    'rules.py',
    [
      'words = []\ndef check(event):\n    return {"decision": "deny"} if words else None\n',
      'words.append("ls")\n',
    ],
  ],
};

it.each(Object.entries(handlers))(
  'a guard in a watched file, %s, holds while the file is saved in two writes, and changes when it is left alone',
  async (_, [type, handler, file, parts]) => {
    const hook = { name: 'it', type, handler, watch: true, guard: true };
    const project = new Project({
      'hookline.yaml': JSON.stringify({ hooks: { PreToolUse: [hook] } }),
      [file]: parts.join(''),
    });
    const { hooks } = await project.load();
    const decide = async (): Promise<unknown> => (await hooks.fire('PreToolUse', bash)).decision;
    expect(await decide()).toBe('deny');
    await sleep(1100);
    const descriptor = openSync(project.file(file), 'w');
    for (const part of parts) {
      const writtenAt = Date.now();
      writeSync(descriptor, part);
      for (const pauseMs of [0, 200]) {
        await sleep(pauseMs);
        const decision = await decide();
        // On a machine that stops for a second, the file has been left alone.
        if (Date.now() - writtenAt < 900) expect(decision).toBe('deny');
      }
    }
    closeSync(descriptor);
    project.write(file, parts[0] ?? '');
    await expect.poll(decide).toBe(null);
  },
);
