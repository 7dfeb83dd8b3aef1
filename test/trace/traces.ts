import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect } from 'vitest';
import type { FiringLine, RunLine, TraceLine } from '../../src/trace/format/lines.ts';
import { traceJsonSchema } from '../../src/trace/format/lines.ts';

/** A folder for traces that is gone afterwards. */
export async function withTraceFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-trace-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isLine = new Ajv({ strict: false, validateFormats: false }).compile(traceJsonSchema());

/** Every line of every file in a folder. Each must be as the schema says. */
export async function allLines(folder: string): Promise<readonly TraceLine[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) =>
    text.split('\n').flatMap((line) => {
      if (line === '') return [];
      const read: unknown = JSON.parse(line);
      expect(isLine(read), `${JSON.stringify(isLine.errors)} ${line}`).toBe(true);
      return [read as TraceLine];
    }),
  );
}

export const firingsOf = (lines: readonly TraceLine[]): readonly FiringLine[] =>
  lines.filter((line) => line.type === 'firing');
export const runsOf = (lines: readonly TraceLine[]): readonly RunLine[] =>
  lines.filter((line) => line.type === 'run');
