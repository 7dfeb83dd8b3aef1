import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shown } from './shown.ts';

const page = readFileSync(new URL('examples.txt', import.meta.url), 'utf8');

for (const section of page.trim().split(/^# /m).slice(1)) {
  const [title = '', ...lines] = section.trim().split('\n');
  const [language = ''] = title.split(':', 1);
  describe(title, () => {
    it.each(
      lines
        .filter((line) => line !== '')
        .map((line): [string, string] => {
          const at = line.lastIndexOf(' ⇒ ');
          return [line.slice(0, at), line.slice(at + 3)];
        }),
    )('%s', (code, does) => {
      expect(shown(language, code.replaceAll('⏎', '\n'))).toBe(does);
    });
  });
}
