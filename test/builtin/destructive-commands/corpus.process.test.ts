import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpus, corpusPage, judge, sets } from '../../../scripts/guards-corpus.mjs';
import { projectFolder } from '../../support/pages.ts';

const page = readFileSync(
  join(projectFolder, 'docs/reference/builtin/destructive-commands-corpus.md'),
  'utf8',
);
const lines = corpus();
const verdicts = judge(lines);
const judged = lines.map((line, at) => ({ ...line, ...verdicts[at], expected: line.rule }));

describe('the corpus', () => {
  it('has enough lines of both kinds', () => {
    const count = (stops: boolean): number =>
      lines.filter(
        ({ set, part }) => part === '' && sets.some((one) => one.name === set && one.stops === stops),
      ).length;
    expect(count(true)).toBeGreaterThanOrEqual(400);
    expect(count(false)).toBeGreaterThanOrEqual(400);
  });

  it.each(['', 'second', 'third'].flatMap((part) => sets.map((set) => ({ part, ...set }))))(
    '$part $name keeps its bar',
    ({ part, name, stops, bar }) => {
      const own = judged.filter((one) => one.part === part && one.set === name);
      const share = (100 * own.filter(({ decision }) => decision !== 'allow').length) / own.length;
      if (stops) expect(share).toBeGreaterThanOrEqual(bar);
      else expect(share).toBeLessThanOrEqual(bar);
    },
  );

  it('has the results that its page shows', () => {
    expect(page).toBe(corpusPage(lines, verdicts));
  });

  it('is stopped by the rules that it names', () => {
    const others = judged.filter(
      ({ expected, decision, rule }) => expected !== '-' && decision !== 'allow' && rule !== expected,
    );
    expect(others.map(({ command, expected, rule }) => ({ command, expected, rule }))).toEqual([]);
  });

  it('gets a reason that names the rule and words of the line, or the file that it reaches', () => {
    const silent = judged.filter(({ decision, rule, reason, command, group }) => {
      if (decision === 'allow') return false;
      if (group === 'attacks' && /^protected-files[.:]/.test(reason ?? ''))
        return !/"[^"]*[/.]|: \//.test(reason ?? '');
      const about = /^[\w.-]+: "([\s\S]*?)(?:…)?"(?::| is| must) /.exec(reason ?? '')?.[1];
      return !(reason ?? '').startsWith(`${rule}: `) || about === undefined || !command.includes(about);
    });
    expect(silent.map(({ command, reason }) => ({ command, reason }))).toEqual([]);
  });
});
