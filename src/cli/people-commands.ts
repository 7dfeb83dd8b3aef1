import { type Command, jsonOption } from './command.ts';

export const peopleCommands: readonly Command[] = [
  {
    name: 'allow',
    summary:
      'Let one call pass that a guard refused, or open one rule for a while. For a person in a terminal.',
    arguments: [{ flags: '[code]', summary: 'the code in the reason of the refusal' }],
    options: [
      { flags: '--rule <id>', summary: 'open this rule of a guard that ships, in this folder and below' },
      { flags: '--for <duration>', summary: 'how long the rule is open, such as 30m or 1h; 24h at most' },
      { flags: '--list', summary: 'show what waits for a person, what may pass, and what has passed' },
      jsonOption,
    ],
    examples: [
      ['hookline allow K7Q2MPX', 'that call passes once, within ten minutes'],
      ['hookline allow --rule git.reset-hard --for 1h', 'the rule stops nothing here for an hour'],
      ['hookline allow --list', 'what waits, what may pass, and what has passed'],
    ],
    exits: { 0: 'done', 1: 'nothing was changed; the message says why' },
    load: async () => (await import('./commands/people/allow.ts')).runAllow,
  },
  {
    name: 'revoke',
    summary: 'Take back what was let pass.',
    arguments: [{ flags: '[code]', summary: 'the code of a call, or the id of an open rule' }],
    options: [{ flags: '--all', summary: 'take back everything' }],
    examples: [
      ['hookline revoke K7Q2MPX', 'the call is refused again'],
      ['hookline revoke --all', 'no exceptions are left'],
    ],
    exits: { 0: 'done', 1: 'there was nothing to take back' },
    load: async () => (await import('./commands/people/revoke.ts')).runRevoke,
  },
];
