import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { attributeNames, metricNames } from '../../../src/trace/otel/names.ts';
import { folderWith } from '../../support/folder-with.ts';
import { projectFolder } from '../../support/pages.ts';
import { receiveOtlp } from '../../support/servers/otlp-receiver.ts';

const page = readFileSync(join(projectFolder, 'docs/guides/opentelemetry.md'), 'utf8');

it('does what the guide says, in a process of its own', async () => {
  const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const folder = folderWith({ 'main.mjs': code });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(projectFolder, join(folder, 'node_modules/hookline'));
  const packages = join(projectFolder, 'node_modules/@opentelemetry');
  symlinkSync(packages, join(folder, 'node_modules/@opentelemetry'));
  const receiver = await receiveOtlp();
  const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
  const { stdout } = await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: folder, env });
  expect(stdout).toBe('deny\n');
  const { spans, metrics, text } = receiver.received();
  const [hook, call] = spans;
  expect(spans.map(({ name }) => name)).toEqual(['hook no-rm', 'execute_tool Bash']);
  expect(hook?.parent).toBe(call?.spanId);
  expect(call?.attributes).toMatchObject({ 'hookline.decision': 'deny', 'hookline.decided_by': 'no-rm' });
  expect(metrics.map(({ name }) => name)).toContain('hookline.firings');
  expect(text).not.toContain('notes.txt');
});

it('is told whole in the guide', () => {
  const names = [...Object.values(attributeNames), ...Object.values(metricNames)];
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
