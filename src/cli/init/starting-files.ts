import type { ExampleHook } from './example-hooks.ts';

export interface StartingFile {
  readonly path: string;
  readonly text: string;
  readonly isExecutable: boolean;
}

export function startingFiles(hook: ExampleHook): readonly StartingFile[] {
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
