import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseArma } from '../../../src/config/arma/script.ts';
import { formatProblem } from '../../../src/config/source/problem.ts';
import { armaCommands } from '../../../src/handlers/arma/commands.ts';

const page = readFileSync(new URL('../../../docs/migrate/arma.md', import.meta.url), 'utf8');

it('the page has exactly the commands of the table', () => {
  const rows = [...page.matchAll(/^\| `(\/[^`]*)` \| (.*) \|$/gm)].map(([, usage, summary]) => [
    usage,
    summary,
  ]);
  expect(rows).toEqual([...armaCommands.values()].map(({ usage, summary }) => [usage, summary]));
});

it('the script on the page has no problem', () => {
  const [, script = ''] = page.match(/```\n(# hooks\.arma\n[\s\S]*?)```/) ?? [];
  expect(parseArma(script)).toMatchObject({ problems: [], hooks: { length: 3 } });
});

it('the errors on the page are the errors that are told', () => {
  const lines = ['', 'hook pre:mesage /notify hi', 'hook pre:message /log loud "Sending: $prompt"'];
  const told = parseArma(lines.join('\n'), 'hooks.arma').problems.map(formatProblem);
  expect(page).toContain(`\`\`\`\n${told.join('\n')}\n\`\`\``);
});
