import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../support/folder-with.ts';
import { compiled } from '../../support/processes/compiled.ts';
import { randomNumbers, runs } from '../../support/seed.ts';

/** Records one state after the other, and tells the number of each that it has recorded. */
const writer = `
const [, chunk, file, own] = process.argv;
const { recordTrust } = await import(chunk);
const texts = { 'hookline.yaml': 'x'.repeat(100_000) };
for (let number = 0; ; number += 1) {
  const mark = own + number;
  recordTrust({ file, marks: { 'hookline.yaml': mark }, patterns: {}, modules: {} }, texts);
  process.stdout.write(mark + '\\n');
}
`;

it('a writer of records that is killed leaves what it has recorded, whole, and takes nothing from another', async () => {
  const random = randomNumbers();
  const chunk = join(compiled(), 'src/gateway/trust/trust-records.js');
  for (let round = runs(4, 100); round > 0; round -= 1) {
    const home = folderWith({});
    const env = { ...process.env, XDG_STATE_HOME: home };
    const said = await Promise.all(
      ['a', 'b'].map(async (own) => {
        const words = ['--input-type=module', '-e', writer, chunk, join(home, 'hookline.yaml'), own];
        const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
        let text = '';
        child.stdout.setEncoding('utf8').on('data', (more: string) => {
          if (text === '') setTimeout(() => child.kill('SIGKILL'), random() * 30);
          text += more;
        });
        await new Promise((resolve) => child.on('close', resolve));
        return text.split('\n').slice(0, -1);
      }),
    );
    const root = join(home, 'hookline/trust');
    const [folder = ''] = readdirSync(root);
    const names = readdirSync(join(root, folder)).filter((name) => !name.startsWith('.'));
    const marks = names.map((name) => {
      const { state, texts } = JSON.parse(readFileSync(join(root, folder, name), 'utf8'));
      expect(texts['hookline.yaml']).toHaveLength(100_000);
      return state.marks['hookline.yaml'];
    });
    for (const own of said) {
      expect(own.length).toBeGreaterThan(0);
      // Only the newest are kept, of both writers together.
      expect(marks).toEqual(expect.arrayContaining(own.slice(-3)));
    }
    expect(marks.length).toBeLessThanOrEqual(34);
  }
});
