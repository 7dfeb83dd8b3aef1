import { HooklineError } from '../../engine/values/errors.ts';
import { lookUp } from '../../engine/values/look-up.ts';

interface ExampleHook {
  readonly type: string;
  readonly handler: string;
  readonly file: string;
  readonly text: string;
}

const rule = (
  sign: string,
): string => `${sign} Denies commands that remove folders: rm -rf, rm -fr, rm -r -f, rm --recursive …
${sign}
${sign} A rule that looks at text is a seat belt, not a wall: an agent can write a command that it does not
${sign} recognize. What must never happen needs a sandbox as well.`;

const sh = `#!/bin/sh
${rule('#')}
#
# The event comes as one line of JSON on stdin. This searches all of it as text, so it may deny too much (a
# description that mentions rm -r), but not too little.

export LC_ALL=C

# JSON writes a backslash as two, a quote as \\", a tab or the end of a line as \\t or \\n. Backslashes and quotes change
# nothing for a shell ("rm" -rf and r\\m -rf are the same), so they go; the quotes of JSON itself end a field.
event=$(sed -e 's/\\\\\\\\//g' -e 's/\\\\"//g' -e 's/\\\\[tnr]/ /g' -e 's/"/;/g' -e "s/'//g")
[ -n "$event" ] || exit 1

printf '%s\\n' "$event" |
  grep -Eq '(^|[^[:alnum:]_.-])rm[[:space:]]([^;&|]*[[:space:]])?(-[[:alpha:]]*[rR]|--recursive)'
case $? in
  0)
    # Exit code 2 denies, and what is written to stderr is the reason.
    echo 'this removes whole folders; name the files, or ask the person to do it' >&2
    exit 2
    ;;
  1) exit 0 ;;
  *) exit 1 ;; # grep itself failed: a failure, which a guard turns into a deny
esac
`;

const python = `${rule('#')}

import re

from hookline import HookResult

RECURSIVE_RM = re.compile(r"(^|[^\\w.-])rm\\s([^;&|]*\\s)?(-[a-z]*r|--recursive)", re.IGNORECASE)


def check(event):
    # Quotes and backslashes change nothing for a shell: "rm" -rf and r\\m -rf are the same.
    command = re.sub(r"[\\"'\\\\]", "", event.tool_input["command"])
    if RECURSIVE_RM.search(command):
        return HookResult.deny("this removes whole folders; name the files, or ask the person to do it")
`;

const javascript = `${rule('//')}

const recursiveRm = /(^|[^\\w.-])rm\\s([^;&|]*\\s)?(-[a-z]*r|--recursive)/i;

export default function noRm({ tool_input }) {
  // Quotes and backslashes change nothing for a shell: "rm" -rf and r\\m -rf are the same.
  const command = tool_input.command.replace(/["'\\\\]/g, '');
  if (recursiveRm.test(command)) {
    return { decision: 'deny', reason: 'this removes whole folders; name the files, or ask the person to do it' };
  }
}
`;

export const exampleHooks: Readonly<Record<string, ExampleHook>> = {
  sh: { type: 'command', handler: './hooks/no-rm.sh', file: 'hooks/no-rm.sh', text: sh },
  python: { type: 'python', handler: 'hooks.no_rm.check', file: 'hooks/no_rm.py', text: python },
  javascript: { type: 'module', handler: './hooks/no-rm.mjs', file: 'hooks/no-rm.mjs', text: javascript },
};

export interface StartingFile {
  readonly path: string;
  readonly text: string;
  readonly isExecutable: boolean;
}

export function startingFiles(language: string): readonly StartingFile[] {
  const hook = lookUp(exampleHooks, language);
  if (hook === undefined) throw new HooklineError('option-invalid', `there is no example in "${language}"`);
  return [
    { path: 'hookline.yaml', text: configuration(hook), isExecutable: false },
    { path: hook.file, text: hook.text, isExecutable: hook.text.startsWith('#!') },
    { path: 'hookline.test.yaml', text: tests, isExecutable: false },
  ];
}

function configuration({ type, handler }: ExampleHook): string {
  return `# yaml-language-server: $schema=./node_modules/hookline/hookline.schema.json

hooks:
  # The default timeout of a hook, in milliseconds.
  timeout: 10000

  # Before a tool is used. The other points: hookline points
  PreToolUse:
    - name: no-rm
      # Which tools: globs, separated by "|", as in "Write|Edit" or "mcp__*".
      matcher: Bash
      # How it runs: command, python, module, http or builtin.
      type: ${type}
      # Relative to this file.
      handler: ${handler}
      # It must hold: it cannot be switched off or overridden, and if it fails, the tool is not used.
      guard: true

# Hooks for one agent run after the hooks for all agents.
# agents:
#   - id: reviewer
#     backend:
#       hooks:
#         PreToolUse:
#           - name: read-only
#             matcher: Write|Edit
#             type: command
#             handler: echo 'reviewers only read' >&2; exit 2
`;
}

const tests = `# Run with: hookline test --canary

tests:
  - name: removing folders is denied
    fire: PreToolUse
    input: { tool_name: Bash, tool_input: { command: rm -rf build } }
    expect: { decision: deny, decidedBy: no-rm, reason: removes whole folders }

  - name: rm -rf in the middle of a command is denied, too
    fire: PreToolUse
    input: { tool_name: Bash, tool_input: { command: cd /tmp && rm -r -f * } }
    expect: { decision: deny }

  - name: removing single files is allowed
    fire: PreToolUse
    input: { tool_name: Bash, tool_input: { command: rm notes.txt } }
    expect: { decision: null }

  - name: other tools are unaffected
    fire: PreToolUse
    input: { tool_name: Read, tool_input: { file_path: rm -rf.txt } }
    expect: { decision: null, notRan: no-rm }
`;
