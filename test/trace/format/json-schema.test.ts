import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { isTraceLine, traceJsonSchema, traceVersion } from '../../../src/trace/format/lines.ts';
import { projectFolder } from '../../support/pages.ts';

const hash = 'a'.repeat(64);
const at = '2026-03-03T09:14:07.120Z';
const common = { v: traceVersion, writer: 'w', seq: 1, hash };
const lost = { ...common, type: 'lost', at, lines: 3, why: 'the disk is full' };
const writer = {
  ...{ ...common, type: 'writer', at, pid: 1, version: '0.1.0', content: 'none', session: 's' },
  ...{ previous: null, after: hash },
};

it('is the file that comes with the package', () => {
  const file = readFileSync(`${projectFolder}trace.schema.json`, 'utf8');
  expect(JSON.parse(file)).toEqual(traceJsonSchema());
});

it('takes the lines that the types describe, with fields of later versions, and no others', () => {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(traceJsonSchema());
  for (const line of [lost, writer, { ...lost, later: true }]) {
    expect(validate(line), JSON.stringify(validate.errors)).toBe(true);
    expect(isTraceLine(line)).toBe(true);
  }
  const { why, ...incomplete } = lost;
  for (const line of [incomplete, { ...lost, lines: 0 }, { ...lost, v: 2 }, { ...writer, content: 'some' }])
    expect(validate(line)).toBe(false);
});
