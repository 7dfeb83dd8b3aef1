export const demoFiles: Readonly<Record<string, string>> = {
  'hookline.yaml': `trace: true
hooks:
  SessionStart:
    - { name: house-rules, type: command, handler: ./hooks/house-rules.sh }
  PreToolUse:
    - { name: no-rm, matcher: Bash, type: command, handler: ./hooks/no-rm.sh, guard: true, priority: 10 }
    - { name: dry-run, matcher: Bash, type: module, handler: ./hooks/dry-run.mjs }
    - { name: careful, matcher: Bash, type: python, handler: rules.careful }
    - { name: broken, matcher: Write, type: command, handler: "exit 7" }
  PostToolUse:
    - { name: redact, matcher: Read, type: module, handler: ./hooks/redact.mjs }
  Stop:
    - { name: tests-first, type: module, handler: ./hooks/tests-first.mjs }
`,
  'hooks/house-rules.sh': `#!/bin/sh
# Context for the model, with its next call.
echo '{ "systemMessage": "House rule: say what you changed." }'
`,
  'hooks/no-rm.sh': `#!/bin/sh
# A guard in shell: exit code 2 denies, and stderr is the reason.
if grep -q 'rm -rf'; then
  echo 'this removes whole folders' >&2
  exit 2
fi
`,
  'hooks/dry-run.mjs': `// A rewrite in JavaScript: installations only say what they would do.
export default ({ tool_input }) => {
  if (!tool_input.command.startsWith('npm install')) return undefined;
  return { updated_input: { ...tool_input, command: \`echo would run: \${tool_input.command}\` } };
};
`,
  'rules.py': `"""A rule in Python: what opens a file to everyone is for a person to decide."""


def careful(event):
    if "chmod 777" in event.tool_input["command"]:
        return {"decision": "ask", "reason": "this opens the file to everyone"}
`,
  'hooks/redact.mjs': `// A change of what the model gets to read.
export default ({ tool_response }) => {
  const text = typeof tool_response === 'string' ? tool_response : JSON.stringify(tool_response);
  if (!/key=\\w+/.test(text)) return undefined;
  return { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: text.replace(/key=\\w+/g, 'key=…') } };
};
`,
  'hooks/tests-first.mjs': `// A Stop hook that sends the agent back once.
export default ({ stop_hook_active }) =>
  stop_hook_active ? undefined : { decision: 'block', reason: 'Run ./test.sh before you stop.' };
`,
  'test.sh': `#!/bin/sh
echo '2 tests passed'
`,
  'settings.txt': 'host=localhost\napi_key=s3cr3t\n',
  'script.yaml': `prompt: Tidy up this folder and report.
turns:
  - text: Let me look around.
    tools: [{ name: Bash, input: { command: ls } }, { name: Read, input: { file_path: settings.txt } }]
  - text: The old build can go.
    tools: [{ name: Bash, input: { command: rm -rf build } }]
  - text: Then I install a linter.
    tools: [{ name: Bash, input: { command: npm install eslint } }]
  - text: And share the settings.
    tools: [{ name: Bash, input: { command: chmod 777 settings.txt } }]
  - text: Somebody should check the rest.
    tools: [{ name: Task, input: { description: Check the rest, prompt: Check it., subagent_type: explore } }]
  - text: Here is the report.
    tools: [{ name: Write, input: { file_path: report.md, content: All tidy. } }]
  - text: Done.
  - text: The tests, of course.
    tools: [{ name: Bash, input: { command: ./test.sh } }]
  - text: Done, and the tests pass.
subagents:
  explore:
    - text: I would like to take notes.
      tools: [{ name: Write, input: { file_path: notes.md, content: Looks fine. } }]
    - text: It looks fine.
`,
};

export const demoScripts: readonly string[] = ['hooks/house-rules.sh', 'hooks/no-rm.sh', 'test.sh'];
