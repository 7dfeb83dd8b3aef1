import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ApprovalRequest, ToolGate } from '../../../src/entries/agent.ts';
import { modify, type Outcome } from '../../../src/entries/index.ts';
import { type Loaded, load, Project } from '../../config/support.ts';

const rules = `permissions:
  allow: [Read]
  deny: ["Bash(rm *)", "Edit(secrets/**)"]
  ask: ["Bash(git push *)", Write]
`;

function call({ hooks }: Loaded, tool: string, input: object, cwd = ''): Promise<Outcome> {
  return hooks.fire('PreToolUse', {
    tool_name: tool,
    tool_input: { ...input },
    tool_use_id: '1',
    ...(cwd !== '' && { cwd }),
  });
}

describe('permission rules', () => {
  it.each([
    ['Bash', { command: 'rm -rf /' }, 'deny', 'the rule Bash(rm *) denies it: rm -rf /'],
    ['Bash', { command: 'ls && rm x' }, 'deny', 'the rule Bash(rm *) denies it: rm x'],
    ['Bash', { command: 'echo "unclosed' }, 'deny', expect.stringMatching(/cannot be read .* double quote/)],
    [
      'Bash',
      { command: 'git push origin' },
      'ask',
      'the rule Bash(git push *) asks for approval: git push origin',
    ],
    ['Write', { file_path: 'a' }, 'ask', 'the rule Write asks for approval'],
    [
      'Edit',
      { file_path: 'secrets/../secrets/key' },
      'deny',
      'the rule Edit(secrets/**) denies it: secrets/../secrets/key',
    ],
    ['Edit', {}, 'deny', 'the rule Edit(secrets/**) denies it'],
    ['Edit', { file_path: 'src/a.ts' }, null, null],
    ['Bash', { command: 'ls' }, null, null],
  ])('hold wherever hooks are fired: %s %j', async (tool, input, decision, reason) => {
    const outcome = await call(await load(rules), tool, input);
    expect([outcome.decision, outcome.reason]).toEqual([decision, reason]);
    expect(outcome.decidedBy).toBe(decision === null ? null : 'permission rules');
  });

  it('hold in the folder of the event, for where links lead', async () => {
    const project = new Project({ 'hookline.yaml': rules });
    mkdirSync(project.file('secrets'));
    symlinkSync('secrets', project.file('harmless'));
    const outcome = await call(await project.load(), 'Edit', { file_path: 'harmless/key' }, project.path);
    expect(outcome.decision).toBe('deny');
  });

  it('are one guard, at the place of the first of them', async () => {
    const { config } = await load(`include: b.yaml\n${rules}`, {
      'b.yaml': 'permissions: { ask: [Bash] }\n',
    });
    expect(config.declarations).toMatchObject([
      {
        name: 'permission rules',
        type: 'rules',
        runs: 'deny Bash(rm *), Edit(secrets/**); ask Bash, Bash(git push *), Write',
        point: { name: 'PreToolUse' },
        options: { guard: true, priority: 10 },
        place: { line: 1, column: 16 },
      },
      { name: 'allow rules', point: { name: 'PreToolUse' }, runs: 'allow Read' },
    ]);
    expect(() => config.hooks.disable('permission rules')).toThrow('guard');
  });

  it('are no guard where there are only grants', async () => {
    const { config } = await load('permissions: { allow: [Bash], deny: [], network: true }\n');
    expect(config.declarations.map(({ name, options }) => [name, options.guard])).toEqual([
      ['allow rules', undefined],
    ]);
  });

  it.each([
    ['npm test', 'allow'],
    ['npm test -- --watch=false', 'allow'],
    ['npm test && git status', 'allow'],
    ['npm test; rm x', null],
    ['npm test && curl x.example', null],
    ['npm test | tee out', null],
    ['npm test > out', null],
    ['PATH=. npm test', null],
    ['npm test `rm x`', null],
    ['sudo npm test', null],
    ['npm test &&', 'ask'],
    ['git push', 'ask'],
  ])('allow what they cover for certain: %s', async (command, decision) => {
    const loaded = await load(
      'permissions: { allow: ["Bash(npm test *)", "Bash(git *)"], ask: ["Bash(git push *)"] }\n',
    );
    expect((await call(loaded, 'Bash', { command })).decision).toBe(decision);
  });

  it('allow no call that chooses its shell or leaves the sandbox', async () => {
    const loaded = await load('permissions: { allow: ["Bash(npm test *)"] }\n');
    const decisionOn = async (more: object): Promise<unknown> =>
      (await call(loaded, 'Bash', { command: 'npm test', ...more })).decision;
    expect(await decisionOn({ timeout: 5 })).toBe('allow');
    expect(await decisionOn({ dangerouslyDisableSandbox: true })).toBe(null);
    expect(await decisionOn({ shell: '/tmp/x' })).toBe(null);
  });

  it('judge what another hook made of the call', async () => {
    const loaded = await load(rules);
    loaded.hooks.on('PreToolUse', () => modify({ command: 'rm x' }));
    expect((await call(loaded, 'Bash', { command: 'ls' })).decision).toBe('deny');
  });

  it('hold for an agent that overrides the point, which is said', async () => {
    const loaded = await load(
      `${rules}agents:\n  - id: a\n    backend: { hooks: { PreToolUse: { override: true, hooks: [] } } }\n`,
    );
    const event = { tool_name: 'Bash', tool_input: { command: 'rm x' }, tool_use_id: '1' };
    expect((await loaded.hooks.fire('PreToolUse', event, { agent: 'a' })).decision).toBe('deny');
    expect(loaded.log[0]?.message).toContain('guards are never overridden');
  });

  it('of settings files hold too, also where these switch their hooks off', async () => {
    const settings = { disableAllHooks: true, permissions: { deny: ['Bash(rm *)'], defaultMode: 'plan' } };
    const project = new Project({ '.claude/settings.json': JSON.stringify(settings) });
    const loaded = await project.load('.claude/settings.json');
    expect(await call(loaded, 'Bash', { command: 'rm x' })).toMatchObject({
      decision: 'deny',
      reason: 'the rule Bash(rm *) denies it: rm x',
    });
  });

  it.each([
    ['hookline.yaml', 'permissions:\n  deny:\n    - Bash(rm *) && Bash(curl *)\n', 'hookline.yaml:3:7'],
    ['s.json', '{ "permissions": {\n "deny": ["Bash(rm *) && Bash(curl *)"] } }', 's.json:2:11'],
  ])('that are several in one are refused at their place (%s)', async (name, text, place) => {
    expect(await new Project({ [name]: text }).says(name)).toContain(
      `${place}: error: "Bash(rm *) && Bash(curl *)" is not a permission rule: it is more than one rule; list each on its own`,
    );
  });

  it('that cannot be read are refused, each at its place', async () => {
    const says = await new Project({
      'hookline.yaml': 'permissions: { allow: ["Bash("], deny: ["rm -rf", Bash], ask: ["(x)"] }\n',
    }).says();
    expect(says.split('\n').filter((line) => line.includes('error'))).toEqual([
      'hookline.yaml:1:24: error: "Bash(" is not a permission rule: a "(" is never closed; write "Bash"',
      'hookline.yaml:1:41: error: "rm -rf" is not a permission rule: a rule begins with a tool; for a command write "Bash(rm -rf *)"',
      'hookline.yaml:1:64: error: "(x)" is not a permission rule: a rule begins with a tool; write "Bash(x)"',
    ]);
  });

  it.each(['allow only', 'all of them'])('ask once where an agent is given %s', async (given) => {
    const { hooks, config } = await load(rules);
    const asked: ApprovalRequest[] = [];
    const { allow } = config.permissions;
    const gate = new ToolGate({
      hooks,
      permissions: {
        mode: 'bypassPermissions',
        rules: given === 'allow only' ? { allow } : config.permissions,
        approver: (request) => {
          asked.push(request);
          return true;
        },
      },
    });
    const answer = await gate.call({ id: '1', name: 'Write', input: { file_path: 'a' } }, () => 'written');
    expect(answer.content).toContain('written');
    expect(asked.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/the rule Write asks for approval$/),
    ]);
  });
});
