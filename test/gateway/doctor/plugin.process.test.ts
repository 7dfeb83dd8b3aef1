import { expect, it } from 'vitest';
import { Patient } from './support.ts';

const plugin = 'home/.config/opencode/plugins/hookline.js';

const damages: readonly (readonly [string, (text: string) => string])[] = [
  ['is cut in half', (text) => text.slice(0, text.length / 2)],
  ['throws nothing', (text) => text.replaceAll(/\bthrow\b/g, 'void')],
  [
    'judges another event',
    (text) => text.replaceAll(/(["'])tool\.execute\.before\1(?=:\s*async)/g, '$1tool.before$1'),
  ],
  ['exports nothing', (text) => text.replaceAll(/^export\b.*$/gm, '')],
];

it('finds what no longer blocks in the plugin that OpenCode loads', async () => {
  const patient = new Patient({ 'home/.config/opencode/opencode.json': '{}' });
  await patient.done('install', 'opencode', '--user', '--yes');
  expect((await patient.doctor()).agents).toMatchObject([
    { name: 'opencode', guarding: true, problem: null },
  ]);
  const whole = patient.read(plugin);
  for (const [damage, change] of damages) {
    patient.write(plugin, change(whole));
    const { ok, agents, findings } = await patient.doctor();
    expect({ damage, ok }).toEqual({ damage, ok: false });
    expect(agents).toMatchObject([{ name: 'opencode', guarding: false }]);
    expect(findings.map(({ code }) => code)).toContain('line-broken');
  }
  await patient.done('install', 'opencode', '--user', '--yes');
  expect((await patient.doctor()).agents).toMatchObject([{ guarding: true }]);
});
