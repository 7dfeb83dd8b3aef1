import { describe, expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

interface Run {
  readonly hook: string;
  readonly status: string;
  readonly failure: string | null;
}

interface Fired {
  readonly code: number | null;
  readonly runs: readonly Run[];
  readonly notices: readonly { readonly hook: string; readonly level: string }[];
}

const events: Readonly<Record<string, object>> = {
  PreToolUse: { tool_name: 'Bash', tool_input: { command: 'ls' } },
  PostToolUse: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'secret' },
  PermissionRequest: { tool_name: 'Bash', tool_input: { command: 'ls' } },
  UserPromptSubmit: { prompt: 'hello' },
  Stop: {},
};

/** Fires all these hooks at once: each answers what stands under its name. */
async function fireAll(
  point: string,
  replies: Readonly<Record<string, unknown>>,
  keys: object,
  more: Readonly<Record<string, string>> = {},
): Promise<Fired> {
  const names = Object.keys(replies);
  const text = (reply: unknown): string => (typeof reply === 'string' ? reply : JSON.stringify(reply));
  const cwd = folderWith({
    ...more,
    ...Object.fromEntries(names.map((name, index) => [`${index}.txt`, text(replies[name])])),
    'hookline.yaml': JSON.stringify({
      hooks: {
        parallel: true,
        [point]: names.map((name, index) => ({
          name,
          type: 'command',
          handler: `cat "$HOOKLINE_DIRECTORY/${index}.txt"`,
          ...keys,
        })),
      },
    }),
  });
  const input = JSON.stringify(events[point]);
  const { code, stdout, stderr } = await hookline(['fire', point, '-i', '-', '--json'], { cwd, input });
  if (stdout === '') throw new Error(stderr);
  return { code, ...JSON.parse(stdout) };
}

function each(replies: object, value: string): Record<string, string> {
  return Object.fromEntries(Object.keys(replies).map((name) => [name, value]));
}

function failures({ runs }: Fired): Record<string, string> {
  return Object.fromEntries(runs.map(({ hook, status, failure }) => [hook, failure ?? status]));
}

const echo = {
  session_id: '1',
  hook_event_name: 'PreToolUse',
  hook_type: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

/** Something was said that is no decision, but may have been meant as one. */
const halfSaid = {
  'a lone reason': { reason: 'it removes files' },
  'a lone reason beside null': { decision: null, reason: 'it removes files' },
  'an echoed event': echo,
  'an echoed event with a note': { ...echo, note: 'checked' },
};

describe.each(['hookline', 'massgen', 'agent-sdk', 'gemini'])('on the wire %s', (protocol) => {
  it('a reply that decides nothing is unclear for a guard, and a warning for any other hook', async () => {
    const guards = await fireAll('PreToolUse', halfSaid, { protocol, guard: true });
    expect(failures(guards)).toEqual(each(halfSaid, 'unclear'));
    expect(guards.code).toBe(2);
    const others = await fireAll('PreToolUse', halfSaid, { protocol, onFailure: 'open' });
    const told = new Set(others.notices.filter(({ level }) => level === 'warning').map(({ hook }) => hook));
    const silent = others.runs.filter(({ hook, status }) => status === 'ok' && !told.has(hook));
    expect(silent).toEqual([]);
    expect(others.code).toBe(0);
  });
});

describe('a guard on any wire', () => {
  const contradictions = {
    'allow and deny': { type: 'allow', decision: 'deny' },
    'allow and block': { type: 'allow', decision: 'block' },
    'notify and a decision': { type: 'notify', message: 'x', decision: 'allow' },
    'deny beside another field': { type: 'deny', systemMessage: 'x', inject: { content: 'x' } },
  };

  it.each(['hookline', 'massgen', 'agent-sdk', 'armament', 'claude-code', 'gemini'])(
    'that answers an effect and a decision in one object has failed: %s',
    async (protocol) => {
      const fired = await fireAll('PreToolUse', contradictions, { protocol, guard: true });
      expect(failures(fired)).toEqual(each(contradictions, 'unclear'));
      expect(fired.code).toBe(2);
    },
  );

  it('that answers a lone stopReason, or a reason for a decision that is missing, has failed', async () => {
    const replies = {
      stopReason: { stopReason: 'enough' },
      nested: { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecisionReason: 'no' } },
    };
    for (const protocol of ['hookline', 'agent-sdk', 'claude-code', 'gemini'])
      expect(failures(await fireAll('PreToolUse', replies, { protocol, guard: true }))).toEqual(
        each(replies, 'unclear'),
      );
  });

  it('at PostToolUse that rewrites what is no longer there has failed, and the output is hidden', async () => {
    const replies = {
      updated_input: { updated_input: { command: 'pwd' } },
      'updated_input and an unknown key': { updated_input: { command: 'pwd' }, whatever: 1 },
      modified_args: { modified_args: '{"command":"pwd"}' },
      updatedInput: {
        hookSpecificOutput: { hookEventName: 'PostToolUse', updatedInput: { command: 'pwd' } },
      },
      modify: { modify: { command: 'pwd' } },
    };
    const fired = await fireAll('PostToolUse', replies, { guard: true });
    expect(failures(fired)).toEqual(each(replies, 'unclear'));
    expect(fired).toMatchObject({ suppressed: true });
  });

  it("of Claude Code's wire that decides by the field of another event, or in plain text, has failed", async () => {
    const replies = {
      behavior: { hookSpecificOutput: { hookEventName: 'PreToolUse', decision: { behavior: 'deny' } } },
      'unknown decider': { continue: true, verdict: 'deny' },
      'near miss': { continue: true, desicion: 'block' },
      text: 'DENIED: it removes files\n',
      number: '1\n',
    };
    const fired = await fireAll('PreToolUse', replies, { protocol: 'claude-code', guard: true });
    expect(Object.values(failures(fired)).filter((failure) => failure === 'ok')).toEqual([]);
    const prompt = {
      permission: { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', permissionDecision: 'deny' } },
    };
    expect(
      failures(await fireAll('UserPromptSubmit', prompt, { protocol: 'claude-code', guard: true })),
    ).toEqual({ permission: 'unclear' });
  });
});

describe('a guard that has nothing to run', () => {
  const scripts = {
    'comments.sh': '#!/bin/sh\n# deny rm\n\n  # TODO\n',
    'empty.sh': '#!/bin/sh\n',
    'nothing.sh': '',
    'check.py': '# import sys\n# sys.exit(2)\n',
    'check.mjs': '// process.exit(2)\n/* not\n   yet */\n',
  };
  const lines = {
    script: './comments.sh',
    'empty script': './empty.sh',
    'script without a shebang': 'sh "$HOOKLINE_DIRECTORY/nothing.sh"',
    'script by its ending': './check.py',
    interpreter: 'python3 check.py',
    options: 'sh -eu comments.sh',
    'behind something else': 'cd "$HOOKLINE_DIRECTORY" && ./comments.sh',
    module: 'node check.mjs',
    line: '# exit 2',
  };

  async function fired(
    files: Readonly<Record<string, string>>,
  ): Promise<Fired & { readonly stderr: string }> {
    const hooks = Object.entries(lines).map(([name, handler]) => ({
      name,
      type: 'command',
      handler,
      guard: true,
    }));
    const cwd = folderWith({
      ...files,
      'hookline.yaml': JSON.stringify({ hooks: { parallel: true, PreToolUse: hooks } }),
    });
    const input = JSON.stringify(events['PreToolUse']);
    const { code, stdout, stderr } = await hookline(['fire', 'PreToolUse', '-i', '-', '--json'], {
      cwd,
      input,
    });
    return { code, stderr, ...JSON.parse(stdout) };
  }

  it('is unclear, and a warning when it is loaded', async () => {
    const result = await fired(scripts);
    expect(failures(result)).toEqual(each(lines, 'unclear'));
    expect(result.code).toBe(2);
    expect(
      result.stderr.match(/has nothing but comments, so the guard blocks everything/g)?.length,
    ).toBeGreaterThan(5);
  });

  it('is not one that has a line of code', async () => {
    const code = { '.sh': 'exit 0\n', '.py': 'pass\n', '.mjs': 'process.exitCode = 0;\n' };
    const files = Object.fromEntries(
      Object.entries(scripts).map(([name, text]) => [
        name,
        text + (code[/\.\w+$/.exec(name)?.[0] as '.sh'] ?? ''),
      ]),
    );
    expect(failures(await fired(files))).toEqual({ ...each(lines, 'ok'), line: 'unclear' });
  });
});
