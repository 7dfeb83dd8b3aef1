import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { isAlive } from '../../support/processes/launcher.ts';
import { massgen } from '../catalogue/massgen.ts';
import { conforms } from '../line.ts';
import { runTool } from '../real-tool.ts';
import { ran, yamlHost } from '../yaml-host.ts';
import { exampleText, userFolder } from './user.ts';

const folder = userFolder();
const yaml = yamlHost(folder);

/** A file whose hooks stand one below the other. */
function hooks(points: Readonly<Record<string, readonly string[]>>): string {
  const lines = Object.entries(points).map(
    ([point, entries]) => `  ${point}:\n${entries.map((entry) => `    - ${entry}\n`).join('')}`,
  );
  return `hooks:\n${lines.join('')}`;
}

const python = (name: string, rest = ''): string => `{ handler: "rules.${name}", type: "python"${rest} }`;
const command = (handler: string, rest = ''): string => `{ handler: "${handler}", type: "command"${rest} }`;

describe('Requirement: Hook Event Types', () => {
  conforms(massgen, '000.1', 'hookline.yaml', async () => {
    const text = hooks({ PreToolUse: [python('started')], PostToolUse: [command('agent1_logging.py')] });
    const { callTool, input, noted } = await yaml(text);
    await callTool('Write', input);
    expect(noted()).toEqual(['PreToolUse of Write', 'agent1_logging after Write ran']);
  });

  conforms(massgen, '000.1.1', 'hookline.yaml', async () => {
    const {
      callTool,
      hooks: registered,
      input,
      noted,
    } = await yaml(
      hooks({
        PreToolUse: [
          python('started', ', matcher: "mcp__*"'),
          command('custom_write_hook.py'),
          python('started', ', matcher: Bash'),
        ],
      }),
    );
    expect(await runTool(registered, 'mcp__files__write', input)).toMatchObject({ executed: true });
    expect(noted()).toEqual([
      'PreToolUse of mcp__files__write',
      'custom_write_hook',
      'mcp__files__write runs',
    ]);
    const { pre } = await callTool('mcp__files__write', input);
    expect(ran(pre)).toEqual(['python_rules.started', 'command_custom_write_hook.py']);
  });

  conforms(massgen, '000.1.2', 'hookline.yaml', async () => {
    const text = hooks({ PostToolUse: [python('seen'), python('started', ', matcher: Read')] });
    const { callTool, input, noted } = await yaml(text);
    await callTool('Bash', input);
    const [line, ...rest] = noted();
    expect(JSON.parse(String(line))).toMatchObject({ hook_type: 'PostToolUse', tool_output: 'Bash ran' });
    expect(rest).toEqual([]);
  });
});

describe('Requirement: Global Hook Registration via YAML', () => {
  const agents = [undefined, 'agent1', 'agent2'];

  conforms(massgen, '000.2', 'hookline.yaml', async () => {
    const text = `${hooks({ PreToolUse: [command('./deny.sh')] })}agents: [{ id: agent1 }, { id: agent2 }]\n`;
    const { callTool } = await yaml(text);
    for (const agent of agents) {
      expect((await callTool('Bash', {}, agent)).pre.reason).toBe('Bash is denied by a script');
    }
  });

  conforms(massgen, '000.2.1', 'hookline.yaml', async () => {
    const { callTool } = await yaml(hooks({ PreToolUse: [python('deny_later')] }));
    for (const agent of agents) {
      expect((await callTool('Bash', {}, agent)).pre).toMatchObject({
        decision: 'deny',
        reason: 'decided later',
        decidedBy: 'python_rules.deny_later',
      });
    }
  });

  conforms(massgen, '000.2.2', 'hookline.yaml', async () => {
    const { callTool, input, noted } = await yaml(hooks({ PostToolUse: [command('agent1_logging.py')] }));
    for (const agent of agents) await callTool('Bash', input, agent);
    expect(noted()).toEqual(agents.map(() => 'agent1_logging after Bash ran'));
  });
});

describe('Requirement: Per-Agent Hook Registration via YAML', () => {
  const runs = async (own: string): Promise<readonly string[][]> => {
    const { callTool } = await yaml(`
hooks:
  PreToolUse: [${python('allow')}]
agents:
  - id: agent1
    backend:
      hooks:
        PreToolUse: ${own}
  - id: agent2
`);
    const names: string[][] = [];
    for (const agent of ['agent1', 'agent2']) names.push(ran((await callTool('Bash', {}, agent)).pre));
    return names;
  };

  conforms(massgen, '000.3', 'hookline.yaml', async () => {
    const own = `[${python('nothing')}]`;
    expect(await runs(own)).not.toEqual(await runs(`{ override: true, hooks: ${own} }`));
  });

  conforms(massgen, '000.3.1', 'hookline.yaml', async () => {
    expect(await runs(`[${python('nothing')}, ${command('./inject.sh')}]`)).toEqual([
      ['python_rules.allow', 'python_rules.nothing', 'command_./inject.sh'],
      ['python_rules.allow'],
    ]);
  });

  conforms(massgen, '000.3.2', 'hookline.yaml', async () => {
    expect(await runs(`{ override: true, hooks: [${python('nothing')}] }`)).toEqual([
      ['python_rules.nothing'],
      ['python_rules.allow'],
    ]);
    expect(await runs('{ override: true, hooks: [] }')).toEqual([[], ['python_rules.allow']]);
  });
});

describe('Requirement: Pattern-Based Hook Matching', () => {
  const matched = async (matcher: string, tools: readonly string[]): Promise<string[]> => {
    const { callTool, input, noted } = await yaml(hooks({ PreToolUse: [python('started', matcher)] }));
    for (const tool of tools) await callTool(tool, input);
    return noted().map((line) => line.replace('PreToolUse of ', ''));
  };
  const tools = ['Write', 'mcp__a__b', 'new.tool'];

  conforms(massgen, '000.4', 'hookline.yaml', async () => {
    expect(await matched(', matcher: "mcp__*|Bash?|[!RBQm]*"', [...tools, 'Read', 'Bash1'])).toEqual([
      ...tools,
      'Bash1',
    ]);
  });

  conforms(massgen, '000.4.1', 'hookline.yaml', async () => {
    expect(await matched(', matcher: "*"', tools)).toEqual(tools);
  });

  conforms(massgen, '000.4.2', 'hookline.yaml', async () => {
    expect(await matched(', matcher: "Write|Edit"', ['Write', 'WriteFile', 'Edit', 'Read'])).toEqual([
      'Write',
      'Edit',
    ]);
  });

  conforms(massgen, '000.4.3', 'hookline.yaml', async () => {
    expect(await matched('', tools)).toEqual(tools);
  });
});

describe('Requirement: PreToolUse Can Block or Modify', () => {
  conforms(massgen, '000.5', 'hookline.yaml', async () => {
    const text = hooks({
      PreToolUse: [python('deny_writes_to_etc', ', matcher: Write'), command('./add-step.mjs')],
    });
    const { callTool } = await yaml(text);
    expect((await callTool('Write', { path: '/etc/passwd' })).ranWith).toBeNull();
    expect((await callTool('Write', { path: '/tmp/a' })).ranWith).toEqual({
      path: '/tmp/a',
      steps: ['node'],
    });
  });

  conforms(massgen, '000.5.1', 'hookline.yaml', async () => {
    const { callTool } = await yaml(hooks({ PreToolUse: [python('deny_writes_to_etc')] }));
    const { ranWith, messages } = await callTool('Write', { path: '/etc/passwd' });
    expect(ranWith).toBeNull();
    expect(messages).toEqual([
      'tool: Denied by the PreToolUse hook "python_rules.deny_writes_to_etc": /etc/passwd stays as it is',
    ]);
  });

  conforms(massgen, '000.5.2', 'hookline.yaml', async () => {
    const { callTool } = await yaml(hooks({ PreToolUse: [python('add_step')] }));
    const { ranWith } = await callTool('Bash', { command: 'ls' });
    expect(ranWith).toEqual({ command: 'ls', steps: ['python'] });
  });

  conforms(massgen, '000.5.3', 'hookline.yaml', async () => {
    for (const hook of [python('allow'), python('nothing'), command('true'), command("echo '{}'")]) {
      const { callTool } = await yaml(hooks({ PreToolUse: [hook] }));
      const { pre, ranWith, messages } = await callTool('Bash', { command: 'ls' });
      expect(pre).toMatchObject({ decision: null, modified: false, runs: [{ status: 'ok' }] });
      expect(ranWith).toEqual({ command: 'ls' });
      expect(messages).toEqual(['tool: Bash ran']);
    }
  });
});

describe('Requirement: PostToolUse Can Inject Content', () => {
  conforms(massgen, '000.6', 'hookline.yaml', async () => {
    const { callTool } = await yaml(hooks({ PostToolUse: [command('./inject.sh')] }));
    expect((await callTool('Bash', {})).messages).toEqual(['tool: Bash ran\nnote from a script']);
  });

  conforms(massgen, '000.6.1', 'hookline.yaml', async () => {
    const { callTool } = await yaml(hooks({ PostToolUse: [python('inject_into_result')] }));
    expect((await callTool('Bash', {})).messages).toEqual(['tool: Bash ran\nnote from Python on Bash ran']);
  });

  conforms(massgen, '000.6.2', 'hookline.yaml', async () => {
    const { callTool } = await yaml(hooks({ PostToolUse: [python('inject_as_message')] }));
    expect((await callTool('Bash', {})).messages).toEqual(['tool: Bash ran', 'user: message from Python']);
  });
});

describe('Requirement: External Command Hook Protocol', () => {
  const recorded = async (protocol: string) => {
    const { callTool, input, noted } = await yaml(
      hooks({ PreToolUse: [command('record.py', `, protocol: ${protocol}`)] }),
    );
    await callTool('Bash', input, 'agent1');
    const { event, environment } = JSON.parse(String(noted()[0]));
    return { event, environment, input };
  };

  conforms(massgen, '000.7', 'hookline.yaml', async () => {
    const { callTool } = await yaml(hooks({ PreToolUse: [command('./add-step.mjs')] }));
    expect((await callTool('Bash', { steps: ['first'] })).ranWith).toEqual({ steps: ['first', 'node'] });
  });

  conforms(massgen, '000.7.1', 'hookline.yaml', async () => {
    for (const protocol of ['massgen', 'hookline']) {
      const { event, input } = await recorded(protocol);
      expect(event).toMatchObject({
        hook_type: 'PreToolUse',
        session_id: 's1',
        agent_id: 'agent1',
        tool_name: 'Bash',
        tool_input: input,
        tool_output: null,
      });
      expect(event.timestamp).toMatch(/^\d{4}-\d\d-\d\dT/);
    }
  });

  conforms(massgen, '000.7.2', 'hookline.yaml', async () => {
    const { callTool } = await yaml(hooks({ PreToolUse: [command('./deny.sh')] }));
    expect((await callTool('Write', {})).pre).toMatchObject({
      decision: 'deny',
      reason: 'Write is denied by a script',
    });
  });

  conforms(massgen, '000.7.3', 'hookline.yaml', async () => {
    expect((await recorded('hookline')).environment).toMatchObject({
      MASSGEN_HOOK_TYPE: 'PreToolUse',
      MASSGEN_TOOL_NAME: 'Bash',
      MASSGEN_SESSION_ID: 's1',
      MASSGEN_AGENT_ID: 'agent1',
    });
  });
});

describe('Requirement: Hook Timeout Enforcement', () => {
  const limits = async (rest: string): Promise<readonly number[]> => {
    const { hooks: registered } = await yaml(
      hooks({ PreToolUse: [python('nothing', rest)], PostToolUse: [command('./inject.sh', rest)] }),
    );
    return registered.list().map(({ timeoutMs }) => timeoutMs);
  };

  conforms(massgen, '000.8', 'hookline.yaml', async () => {
    expect(await limits(', timeout: 2.5')).toEqual([2500, 2500]);
    expect(await limits(', timeout: "500ms"')).toEqual([500, 500]);
  });

  conforms(massgen, '000.8.1', 'hookline.yaml', async () => {
    expect(await limits('')).toEqual([30_000, 30_000]);
  });

  conforms(massgen, '000.8.2', 'hookline.yaml', async () => {
    expect(await limits(', timeout: 60')).toEqual([60_000, 60_000]);
  });

  conforms(massgen, '000.8.3', 'hookline.yaml', async () => {
    const { callTool, input, noted, log } = await yaml(
      hooks({ PreToolUse: [command('./hang.sh', ', timeout: 2'), command('./add-step.mjs')] }),
    );
    const { pre, ranWith } = await callTool('Bash', input);
    expect(ranWith).toEqual({ ...input, steps: ['node'] });
    expect(pre.runs).toMatchObject([{ status: 'failed', failure: 'timeout' }, { status: 'ok' }]);
    expect(log).toEqual([expect.objectContaining({ level: 'error' })]);
    const pids = String(noted()[0]).split(' ').map(Number);
    expect(pids.every((pid) => pid > 0)).toBe(true);
    for (const pid of pids) await eventually(async () => !(await isAlive(pid)));
  });
});

describe('Requirement: Hook Error Handling', () => {
  const run = async (hook: string) => {
    const { callTool, log } = await yaml(hooks({ PreToolUse: [hook] }));
    const { pre, ranWith } = await callTool('Bash', { command: 'ls' });
    return { run: pre.runs[0], didRun: ranWith !== null, log: log.map(({ level }) => level) };
  };

  conforms(massgen, '000.9', 'hookline.yaml', async () => {
    for (const hook of [python('raises'), command('./not-json.sh'), command('exit 3'), python('missing')]) {
      const { run: first, log } = await run(hook);
      expect(first?.status).toBe('failed');
      expect(log).toEqual(['error']);
    }
  });

  conforms(massgen, '000.9.1', 'hookline.yaml', async () => {
    const { run: first, didRun } = await run(python('raises'));
    expect(first).toMatchObject({ failure: 'threw', error: expect.stringContaining('the rule is broken') });
    expect(didRun).toBe(true);
  });

  conforms(massgen, '000.9.2', 'hookline.yaml', async () => {
    const { run: first, didRun } = await run(command('./not-json.sh'));
    expect(first?.failure).toBe('invalid');
    expect(didRun).toBe(true);
  });

  conforms(massgen, '000.9.3', 'hookline.yaml', async () => {
    for (const handler of ['no_such_module.check', 'rules.no_such_function']) {
      const { run: first, didRun } = await run(`{ handler: ${handler}, type: python }`);
      expect(first?.failure).toBe('missing');
      expect(didRun).toBe(false);
    }
  });
});

describe('Requirement: Multiple Hook Aggregation', () => {
  conforms(massgen, '000.10', 'hookline.yaml', async () => {
    const { callTool } = await yaml(
      hooks({ PreToolUse: [python('ask'), python('add_step'), python('allow')] }),
    );
    expect((await callTool('Bash', {})).pre).toMatchObject({
      decision: 'ask',
      reason: 'is that meant?',
      value: { steps: ['python'] },
    });
  });

  conforms(massgen, '000.10.1', 'hookline.yaml', async () => {
    for (const place of [0, 1, 2]) {
      const entries = [python('allow'), python('ask')];
      entries.splice(place, 0, command('./deny.sh'));
      const { callTool } = await yaml(hooks({ PreToolUse: entries }));
      expect((await callTool('Bash', {})).pre).toMatchObject({
        decision: 'deny',
        decidedBy: 'command_./deny.sh',
      });
    }
  });

  conforms(massgen, '000.10.2', 'hookline.yaml', async () => {
    const { callTool } = await yaml(hooks({ PreToolUse: [python('add_step'), command('./add-step.mjs')] }));
    expect((await callTool('Bash', {})).ranWith).toEqual({ steps: ['python', 'node'] });
  });

  conforms(massgen, '000.10.3', 'hookline.yaml', async () => {
    const { callTool } = await yaml(
      hooks({ PostToolUse: [python('inject_into_result'), python('inject_as_message')] }),
    );
    expect((await callTool('Bash', {})).messages).toEqual([
      'tool: Bash ran\nnote from Python on Bash ran',
      'user: message from Python',
    ]);
  });
});

describe('Decision 2: Two-level hook registration', () => {
  conforms(massgen, '004.decision2.1', 'hookline.yaml', async () => {
    const { callTool, input, noted } = await yaml(exampleText);
    await callTool('Write', input, 'agent1');
    expect(noted()).toEqual(['audit_all_tools', 'custom_write_hook', 'agent1_logging after Write ran']);
    await callTool('Write', input, 'agent2');
    expect(noted().slice(3)).toEqual(['audit_all_tools']);
  });
});

describe('Migration Plan', () => {
  conforms(massgen, '004.migration.3', 'hookline.yaml', async () => {
    writeFileSync(join(folder, 'pending.txt'), 'the plan has changed');
    const { callTool } = await yaml(`
hooks:
  PreToolUse:
    - { type: builtin, handler: path-permissions, guard: true, options: { rules: [{ path: ., access: [read] }] } }
  PostToolUse:
    - { type: builtin, handler: mid-stream-injection, options: { file: pending.txt } }
    - { type: builtin, handler: reminders, matcher: remind }
tools: [remind]
`);
    expect((await callTool('Write', { file_path: 'a.txt', content: 'x' })).pre.decision).toBe('deny');
    expect((await callTool('Read', { file_path: 'rules.py' })).messages).toEqual([
      'tool: Read ran\nthe plan has changed',
    ]);
    expect((await callTool('Read', { file_path: 'rules.py' })).messages).toEqual(['tool: Read ran']);
  });
});
