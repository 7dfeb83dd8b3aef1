import type { Case } from './case.ts';
import { command, delegates, denied, onlyRuns, ordinary, rule, runs, writes } from './scenes.ts';

const ofTool = (hook: string): string =>
  `hooks:\n  PreToolUse:\n    - { name: the hook, matcher: Bash, ${hook} }\n`;

/** What a policy does. */
export const policyCases: readonly Case[] = [
  { name: 'without hookline, the command runs', script: runs, expected: onlyRuns },
  { name: "without hookline, a subagent's command runs", script: delegates, expected: onlyRuns },
  {
    name: 'an ordinary command passes',
    files: ordinary,
    script: runs,
    expected: onlyRuns,
  },
  {
    name: 'a rule denies',
    files: rule,
    script: runs,
    expected: denied(/the rule Bash\(touch \*\) denies it/),
  },
  {
    name: "a rule denies a subagent's command",
    files: rule,
    script: delegates,
    expected: denied(/the rule Bash\(touch \*\) denies it/),
  },
  {
    name: "an ordinary file is written by the agent's own tool",
    files: { 'hookline.yaml': 'permissions:\n  deny: ["Edit(secrets/**)"]\n' },
    script: writes,
    expected: { made: ['marker'], saw: /marker|success|completed/i },
  },
  {
    name: "a rule about files denies the agent's own tool",
    files: { 'hookline.yaml': 'permissions:\n  deny: ["Edit(marker)"]\n' },
    script: writes,
    expected: denied(/the rule Edit\(marker\) denies it/),
  },
  {
    name: 'a guard that crashes denies',
    files: {
      'hookline.yaml': ofTool('type: command, handler: ./crash.sh, guard: true'),
      'crash.sh': '#!/bin/sh\nkill -9 $$\n',
    },
    script: runs,
    expected: denied(/the hook/),
  },
  {
    name: 'a guard that hangs denies',
    files: {
      'hookline.yaml': ofTool('type: command, handler: ./hang.sh, guard: true, timeout: 500ms'),
      'hang.sh': '#!/bin/sh\nsleep 60\n',
    },
    script: runs,
    expected: denied(/the hook/),
  },
  {
    name: 'a question without a person denies',
    files: { 'hookline.yaml': 'permissions:\n  ask: ["Bash(touch *)"]\n' },
    script: runs,
    expected: denied(/the rule Bash\(touch \*\) asks/),
  },
  {
    name: 'a hook changes the command',
    files: {
      'hookline.yaml': ofTool('type: module, handler: ./rewrite.mjs'),
      'rewrite.mjs': `export default ({ tool_input }) => ({
  updated_input: { ...tool_input, command: tool_input.command.replace('marker', 'rewritten') },
});
`,
    },
    script: runs,
    expected: { made: ['rewritten'], saw: /it ran/ },
  },
  {
    name: 'a hook adds context before the tool',
    files: {
      'hookline.yaml': ofTool('type: command, handler: ./add.sh'),
      'add.sh': `#!/bin/sh
echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"Markers are counted on Mondays."}}'
`,
    },
    script: runs,
    expected: { made: ['marker'], saw: /Markers are counted on Mondays\./ },
  },
  {
    name: 'a Stop hook makes it go on, once',
    files: {
      'hookline.yaml': 'hooks:\n  Stop:\n    - { name: the hook, type: module, handler: ./go-on.mjs }\n',
      'go-on.mjs': `export default ({ stop_hook_active }) =>
  stop_hook_active ? undefined : { decision: 'block', reason: 'Make the marker first.' };
`,
    },
    script: (driver) => ({ turns: ['I am done.', driver.shell(command)] }),
    expected: { made: ['marker'], saw: /Make the marker first\./, requests: 3 },
    instead: {
      opencode: {
        made: [],
        saw: /Begin\./,
        requests: 1,
        because: 'OpenCode tells of the end of a turn when it is over.',
      },
    },
  },
  {
    name: 'installed for the user, a rule denies',
    files: rule,
    scope: '--user',
    script: runs,
    expected: denied(/the rule Bash\(touch \*\) denies it/),
  },
  {
    name: "installed for the user, a subagent's ordinary command passes",
    files: ordinary,
    scope: '--user',
    script: delegates,
    expected: onlyRuns,
  },
];
