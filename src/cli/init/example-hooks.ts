export interface ExampleHook {
  readonly type: string;
  readonly handler: string;
  readonly file: string;
  readonly text: string;
}

const rule = (
  sign: string,
): string => `${sign} Denies commands that remove folders: rm -rf, rm -fr, rm -r -f, rm --recursive …
${sign}
${sign} A rule that looks at text is a seat belt, not a wall: whoever wants to can write a command that it does not
${sign} recognise. What must never happen needs a sandbox as well.`;

const sh = `#!/bin/sh
${rule('#')}
#
# The event comes as one line of JSON on stdin. It is searched as text, whatever field it stands in, so this may deny too
# much (a description that speaks of rm -r), but not too little.

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
