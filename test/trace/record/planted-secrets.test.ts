import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import { deny, inject, modify, notify } from '../../../src/engine/outcome/effects.ts';
import { PlantedSecrets } from '../planted.ts';
import { withTraceFolder } from '../traces.ts';

it('no file holds any of 200 secrets, wherever they were', () =>
  withTraceFolder(async (folder) => {
    const secrets = new PlantedSecrets();
    const hooks = new Hooks({ log: () => undefined });
    const said = (): string[] => Array.from({ length: 8 }, () => secrets.plant());
    let texts: string[] = [];
    hooks.on('PreToolUse', { name: 'changes' }, (_, context) => {
      const [, , , out = '', problem = ''] = texts;
      context.progress({ stdout: `${'y'.repeat(16_000)} ${out.slice(0, 20)}` });
      context.progress({ stdout: out.slice(20), stderr: problem });
      return [
        modify({ command: texts[5], nested: [{ deep: texts[6] }] }),
        inject(String(texts[7])),
        notify(String(texts[3])),
      ];
    });
    hooks.on('PreToolUse', { name: 'denies' }, () => deny(`no: ${texts[2]}`));
    hooks.on('PreToolUse', { name: 'throws', mode: 'observe' }, () => {
      throw new Error(`broken by ${texts[4]}`);
    });
    const recording = record(hooks, { folder });
    for (let number = 0; number < 25; number += 1) {
      texts = said();
      const input = {
        session_id: `s${number % 3}`,
        transcript_path: '',
        cwd: '/',
        tool_use_id: 't',
        tool_name: 'Bash',
      };
      // One stands where a long text is cut.
      const long = `${'z'.repeat(64 * 1024 - 20)} ${texts[1]}`;
      await hooks.fire('PreToolUse', {
        ...input,
        tool_input: { command: `run ${texts[0]} now`, long, [`k ${texts[2]}`]: 1 },
      });
    }
    await recording.stop();
    expect(secrets.all).toHaveLength(200);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    expect(names).toHaveLength(3);
    const bytes = await Promise.all(names.map((name) => readFile(join(folder, name))));
    expect(bytes.flatMap((file) => secrets.foundIn(file))).toEqual([]);
    // The record says that they were there.
    expect(bytes[0]?.toString('utf8').split('[redacted').length).toBeGreaterThan(50);
  }));
