import type { GuardKind } from './way.ts';

const hook = (keys: string): string => `hooks:
  PreToolUse:
    - { name: no-push, matcher: Bash, guard: true, timeout: 3s, ${keys} }
`;

const rule = 'permissions: { deny: ["Bash(git push *)"] }\n';

const nothingElse = 'hooks:\n  PreToolUse: []\n';

/** The files of a world in which each kind of guard denies `git push`. */
export const guardFiles: Readonly<Record<GuardKind, Readonly<Record<string, string>>>> = {
  rule: { 'project/hookline.yaml': rule },
  command: {
    'project/hookline.yaml': hook('type: command, handler: ./guards/no-push.sh'),
    'project/guards/no-push.sh': `#!/bin/sh
case $(cat) in *push*) echo 'no pushing' >&2; exit 2;; *tool_name*) exit 0;; esac
exit 2
`,
  },
  module: {
    'project/hookline.yaml': hook('type: module, handler: ./guards/no-push.js'),
    'project/guards/words.js': `export const words = ['push'];\n`,
    'project/guards/no-push.js': `import { words } from './words.js';
export default ({ tool_input: { command } }) =>
  words.some((word) => command.includes(word)) ? { decision: 'deny', reason: 'no pushing' } : undefined;
`,
  },
  python: {
    'project/hookline.yaml': hook('type: python, handler: rules.no_push'),
    'project/rules.py': `import json
def no_push(event):
    return {"decision": "deny", "reason": "no pushing"} if "push" in json.dumps(event) else None
`,
  },
  http: { 'project/hookline.yaml': hook('type: http, handler: "http://127.0.0.1:9/hook"') },
  user: { 'home/.config/hookline/hookline.yaml': rule, 'project/hookline.yaml': nothingElse },
  managed: { 'etc/hookline.yaml': rule, 'project/hookline.yaml': nothingElse },
};
