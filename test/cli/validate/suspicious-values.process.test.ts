import { describe, expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { told } from '../../support/configuration/told.ts';
import { folderWith } from '../../support/folder-with.ts';

/** Matchers that hardly match what they are meant for, at points without tools, and what is said of each. */
const suspicious: readonly (readonly [point: string, matcher: string, said: string])[] = [
  ['pre:session:phase', 'Act', 'it matches no usual phase; did you mean "act"?'],
  ['pre:session:phase', 'plan,act', 'only "|" separates; write "plan|act"'],
  ['pre:session:phase', 'plan or act', 'only "|" separates; write "plan|act"'],
  [
    'pre:session:phase',
    '^act$',
    'it looks like a regular expression, but matchers are globs over the whole value; did you mean "act"?',
  ],
  ['pre:session:phase', 'Bash', 'it is a tool, and pre:session:phase matches "phase"'],
  ['pre:agent:spawn', 'explore;plan', 'only "|" separates; write "explore|plan"'],
  ['pre:agent:spawn', 'Task', 'it is a tool, and pre:agent:spawn matches "agent_type"'],
  ['SubagentStop', 'Bash', 'it is a tool, and SubagentStop matches "agent_type"'],
  ['pre:git:write', './.env', 'paths in the project begin with their first folder; write ".env"'],
  [
    'pre:git:write',
    '/.env',
    'paths in the project begin with their first folder, and those elsewhere are whole; write ".env"',
  ],
  ['pre:git:write', '~/.ssh/*', 'neither "~" nor variables are replaced; write the whole path'],
  ['pre:git:write', '$HOME/x', 'neither "~" nor variables are replaced; write the whole path'],
  ['pre:git:write', '**/.env', 'it is not for .env in the project\'s own folder; write ".env|*/.env"'],
  ['pre:git:write', 'secrets/', 'it is for a folder itself; write "secrets/*"'],
  ['pre:git:write', '*.env, *.pem', 'only "|" separates; write "*.env|*.pem"'],
  ['pre:git:write', 'src\\main.ts', 'folders are separated by "/"; write "src/main.ts"'],
  [
    'pre:git:write',
    '.*\\.pem$',
    'it looks like a regular expression, but matchers are globs over the whole value; did you mean "*.pem"?',
  ],
  ['pre:git:write', 'Write|Edit', 'it is a tool, and pre:git:write matches "path"'],
];

/** At points where nothing is blocked a hook may still be meant to run. */
const unguarded: typeof suspicious = [
  ['Notification', 'idle', 'it matches no usual notification_type; did you mean "idle_prompt"?'],
  ['SessionEnd', 'Clear', 'it matches no usual reason; did you mean "clear"?'],
  [
    'SessionEnd',
    'exit',
    'it is no reason, which is one of clear, resume, logout, prompt_input_exit, bypass_permissions_disabled, other',
  ],
  ['pre:view:render', 'ToolResult', 'it matches no usual view; did you mean "tool_result"?'],
];

const ordinary: readonly (readonly [point: string, matcher: string])[] = [
  ['pre:session:phase', 'act'],
  ['pre:session:phase', 'deploy'],
  ['pre:session:phase', 'plan|deploy-*'],
  ['pre:agent:spawn', 'Explore'],
  ['pre:agent:spawn', 'general-purpose'],
  ['SubagentStop', 'explore|my agent'],
  ['pre:git:write', '.env'],
  ['pre:git:write', '*.lock'],
  ['pre:git:write', 'src/*|docs/[ab]*'],
  ['pre:git:write', '/etc/*'],
  ['pre:git:write', '*/.env'],
  ['pre:git:write', 'a file, and another.txt'],
];

/** A configuration with a hook for each row, one a line, and the line of each. */
function hooksAt(
  rows: readonly (readonly [point: string, matcher: string, ...unknown[]])[],
  more: object,
): { readonly config: string; readonly lines: readonly number[] } {
  const lines = ['hooks:'];
  const places = new Map<unknown, number>();
  for (const point of new Set(rows.map(([name]) => name))) {
    lines.push(`  ${point}:`);
    for (const row of rows.filter(([name]) => name === point)) {
      const hook = { matcher: row[1], type: 'command', handler: 'exit 2', ...more };
      places.set(row, lines.push(`    - ${JSON.stringify(hook)}`));
    }
  }
  return { config: `${lines.join('\n')}\n`, lines: rows.map((row) => places.get(row) ?? 0) };
}

describe('a matcher at a point without tools', () => {
  it.each([
    ['a guard', suspicious, { guard: true }],
    ['another hook', unguarded, {}],
  ])(
    'is told when it hardly matches what %s is meant for, with the right spelling',
    async (_, rows, more) => {
      const { config, lines } = hooksAt(rows, more);
      const problems = await told(config);
      const found = rows.map(([point, matcher], index) => {
        const own = problems.filter(({ place }) => place.line === lines[index]);
        return [point, matcher, own.map(({ said }) => said)];
      });
      const expected = rows.map(([point, matcher, said]) => {
        const each = matcher
          .split('|')
          .map((one) => `warning: ${JSON.stringify(one)}: ${said} [matcher-language]`);
        return [point, matcher, each];
      });
      expect(found).toEqual(expected);
    },
  );

  it('is not told when it means what it says', async () => {
    expect(await told(hooksAt(ordinary, { guard: true }).config)).toEqual([]);
  });
});

describe('a rule that names the shell by its name in MassGen, or every tool', () => {
  it('holds the shell back, or says which rule would', async () => {
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'rm x' } });
    const fire = (rule: string): ReturnType<typeof hookline> =>
      hookline(['fire', 'PreToolUse'], {
        cwd: folderWith({ 'hookline.yaml': JSON.stringify({ permissions: { deny: [rule] } }) }),
        input,
      });
    expect(await fire('execute_command(rm *)')).toMatchObject({ code: 2 });
    const { stderr } = await fire('*(rm *)');
    expect(stderr).toContain(
      '"*(rm *)": what several tools are called with is a path here; a command is "Bash(rm *)" [rule-pattern]',
    );
  });
});
