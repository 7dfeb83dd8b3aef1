import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import { deny, inject, modify, notify } from '../../../src/engine/outcome/effects.ts';
import { randomNumbers } from '../../support/seed.ts';
import { withTraceFolder } from '../traces.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
const number = randomNumbers();
const drawn = (length: number, from: string): string =>
  Array.from({ length }, () => from[Math.floor(number() * from.length)]).join('');
/** The rules take nothing for a token that has no digit. */
const random = (length: number): string => `${drawn(length - 4, letters)}7aB4`;
const hex = (length: number): string => `${drawn(length - 4, '0123456789abcdef')}7ab4`;

/** The kinds of tokens that the rules know, each with what it stands in. */
const kinds: readonly ((token: (secret: string) => string) => string)[] = [
  (token) => token(`ghp_${random(36)}`),
  (token) => token(`github_pat_${random(60)}`),
  (token) => token(`glpat-${random(20)}`),
  (token) => token(`sk-ant-api03-${random(40)}`),
  (token) => token(`sk-proj-${random(40)}`),
  (token) => token(`sk_live_${random(24)}`),
  (token) => token(`xoxb-${random(30)}`),
  (token) => token(`AIza${random(35)}`),
  (token) => token(`npm_${random(36)}`),
  (token) => token(`pypi-${random(60)}`),
  (token) => token(`SG.${random(22)}.${random(43)}`),
  (token) => token(`dop_v1_${hex(64)}`),
  (token) => token(`hvs.${random(30)}`),
  (token) => token(`gsk_${random(48)}`),
  (token) => `https://me:${token(random(14))}@db.example.org/x`,
  (token) => `API_KEY=${token(`${random(24)}7a9B`)}`,
  (token) => `Authorization: Bearer ${token(`${random(40)}9x`)}`,
  (token) => token(`-----BEGIN PRIVATE KEY-----\n${random(64)}\n${random(64)}\n-----END PRIVATE KEY-----`),
];

it('no file holds any of 200 secrets, wherever they were', () =>
  withTraceFolder(async (folder) => {
    const planted: string[] = [];
    const plant = (index: number): string =>
      kinds[index % kinds.length]?.((secret) => {
        planted.push(secret);
        return secret;
      }) ?? '';
    const hooks = new Hooks({ log: () => undefined });
    const said = (number: number) => Array.from({ length: 8 }, (_, index) => plant(number * 8 + index));
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
      texts = said(number);
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
    expect(planted).toHaveLength(200);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    expect(names).toHaveLength(3);
    const bytes = await Promise.all(names.map((name) => readFile(join(folder, name))));
    const parts = planted.flatMap((secret) => secret.split('\n').filter((line) => !line.startsWith('-----')));
    const found = parts.filter((secret) => bytes.some((file) => file.includes(secret)));
    expect(
      found.map((secret) => {
        const file = bytes.map((one) => one.toString('utf8')).find((one) => one.includes(secret)) ?? '';
        const at = file.indexOf(secret);
        return file.slice(Math.max(0, at - 60), at + secret.length + 10);
      }),
    ).toEqual([]);
    // The record says that they were there.
    expect(bytes[0]?.toString('utf8').split('[redacted').length).toBeGreaterThan(50);
  }));
