import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { HookOptions, Outcome } from '../../../src/entries/index.ts';
import { mcpToolHandler } from '../../../src/handlers/mcp-tool/mcp-tool.ts';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import type { McpServerConfig } from '../../../src/mcp/mcp.ts';
import { findProtocol } from '../../../src/protocols/protocols.ts';
import { Project } from '../../support/configuration/settings.ts';
import { eventually } from '../../support/eventually.ts';
import { fireOne } from '../../support/firing/fire.ts';
import { bash } from '../../support/hooks.ts';
import { mcpServerFile } from '../../support/processes/compiled.ts';
import { canLook, processesWith } from '../../support/processes/leftovers.ts';

const server = mcpServerFile();

let marks = 0;
function newServer(env: Record<string, string> = {}): { config: McpServerConfig; mark: string } {
  marks += 1;
  const value = `mcp-tool-${process.pid}-${marks}`;
  const config = { command: process.execPath, args: [server], env: { ...env, HOOKLINE_TEST_MARK: value } };
  return { config, mark: `HOOKLINE_TEST_MARK=${value}` };
}

interface Tool {
  readonly tool?: string;
  readonly input?: Record<string, unknown>;
  readonly protocol?: string;
  readonly guard?: boolean;
}

function handlerOf(
  config: McpServerConfig,
  { tool = 'echo', protocol = 'hookline', guard, ...options }: Tool = {},
): ReturnType<typeof mcpToolHandler.create> {
  const setting = { protocol: findProtocol(protocol), directory: '/', ...(guard && { guard }) };
  return mcpToolHandler.create({ server: 'my', config, tool, ...options }, setting);
}
afterAll(endWorkers);

/** The tool `echo` says its text again. */
function echo(text: string, command = 'ls', more: Tool = {}, hook: HookOptions = {}): Promise<Outcome> {
  const handler = handlerOf(shared.config, { input: { text }, ...more });
  return fireOne(handler, { command }, hook).then(({ outcome }) => outcome);
}
const shared = newServer();

describe('the text of a tool is read as the output of a command would be', () => {
  it('so a deny denies', async () => {
    const reply = '{"decision": "deny", "reason": "never ${tool_input.command}"}';
    expect(await echo(reply, 'rm')).toMatchObject({ decision: 'deny', reason: 'never rm' });
  });

  it('so the wire says what it means', async () => {
    const decision = { permissionDecision: 'deny', permissionDecisionReason: 'not now' };
    const reply = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } });
    const outcome = await echo(reply, 'rm', { protocol: 'claude-code' });
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'not now' });
  });

  it('so what is no reply is a failure, which blocks a guard', async () => {
    expect(await echo('fine')).toMatchObject({ decision: null, runs: [{ failure: 'invalid' }] });
    const guarded = await echo('fine', 'ls', { guard: true }, { guard: true });
    expect(guarded).toMatchObject({ decision: 'deny', runs: [{ failure: 'invalid' }] });
  });

  it('so no text is no objection', async () => {
    expect(await echo(' ')).toMatchObject({ decision: null, runs: [{ status: 'ok' }] });
  });
});

describe('a tool that fails', () => {
  const fire = async (tool: string, hook: HookOptions = {}, config = shared.config): Promise<Outcome> =>
    (await fireOne(handlerOf(config, { tool }), {}, hook)).outcome;

  it('by its own word, or by throwing, is a failure with its words', async () => {
    const failed = await fire('fail');
    expect(failed).toMatchObject({ decision: null, runs: [{ failure: 'exit' }] });
    expect(failed.runs[0]?.error).toContain('no luck');
    expect((await fire('throw')).runs[0]?.error).toContain('broken tool');
    expect(await fire('fail', { guard: true })).toMatchObject({ decision: 'deny' });
  });

  it('because it is not there names those that are', async () => {
    const outcome = await fire('ecko');
    expect(outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'missing' }] });
    expect(outcome.reason).toContain('the MCP server "my" has no tool "ecko", did you mean "echo"?');
    expect((await fire('zzz')).reason).toContain('it has echo, fail');
  });

  it('because its server cannot be started is missing', async () => {
    const outcome = await fire('echo', {}, { command: '/no/such/server' });
    expect(outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'missing' }] });
    expect(outcome.reason).toContain('could not be started');
  });

  it('because its server dies is a failure, and the next call has a new server', async () => {
    const { config } = newServer();
    const crash = handlerOf(config, { tool: 'crash' });
    const works = handlerOf(config, { input: { text: '{}' } });
    const died = (await fireOne(crash, {}, { guard: true })).outcome;
    expect(died).toMatchObject({ decision: 'deny', runs: [{ failure: 'exit' }] });
    expect(died.reason).toContain('out of cheese');
    expect((await fireOne(works)).outcome).toMatchObject({ runs: [{ status: 'ok' }] });
  });

  it('because it does not answer in time is a timeout, and the server serves others', async () => {
    const { config, mark } = newServer();
    const slow = handlerOf(config, { tool: 'slow' });
    const works = handlerOf(config, { input: { text: '{}' } });
    await fireOne(works);
    const processes = canLook ? processesWith(mark) : [];
    const { outcome } = await fireOne(slow, {}, { timeoutMs: 300, guard: true });
    expect(outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'timeout' }] });
    expect((await fireOne(works)).outcome).toMatchObject({ runs: [{ status: 'ok' }] });
    if (canLook) expect(processesWith(mark)).toEqual(processes);
  });

  it('because its server never comes up is a timeout, and leaves nothing', async () => {
    const value = `mcp-tool-hang-${process.pid}`;
    const config = { command: 'sleep', args: ['300'], env: { HOOKLINE_TEST_MARK: value } };
    const { outcome } = await fireOne(handlerOf(config), {}, { timeoutMs: 300, guard: true });
    expect(outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'timeout' }] });
    await endWorkers();
    if (canLook) await eventually(() => processesWith(`HOOKLINE_TEST_MARK=${value}`).length === 0);
  });
});

describe('a server behind an address', () => {
  it('is connected while it is called', async () => {
    const child = spawn(process.execPath, [server, 'http'], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const url = String(line).trim();
    const input = { text: '{"decision": "deny", "reason": "no"}' };
    const config = { url, headers: { Authorization: 'Bearer secret' } };
    const { outcome } = await fireOne(handlerOf(config, { input }));
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'no' });
    const stranger = await fireOne(handlerOf({ url }, { input }));
    expect(stranger.outcome).toMatchObject({ decision: 'deny', runs: [{ failure: 'missing' }] });
  });
});

describe.runIf(canLook)('the process of a server', () => {
  const input = { text: '{}' };

  it('is shared by hooks, but not by guards with others', async () => {
    const { config, mark } = newServer();
    const after = async (more: Tool): Promise<readonly number[]> => {
      await fireOne(handlerOf(config, { input, ...more }));
      return processesWith(mark);
    };
    const first = await after({});
    expect(first).not.toEqual([]);
    expect(await after({})).toEqual(first);
    const withGuard = await after({ guard: true });
    expect(withGuard).toHaveLength(2 * first.length);
    expect(await after({ guard: true })).toEqual(withGuard);
  });

  it('ends with the last of its hooks, and with all workers', async () => {
    const { config, mark } = newServer();
    const [one, other] = [handlerOf(config, { input }), handlerOf(config, { input })];
    for (const handler of [one, other]) await fireOne(handler);
    const processes = processesWith(mark);
    one.retire?.();
    expect((await fireOne(other)).outcome).toMatchObject({ runs: [{ status: 'ok' }] });
    expect(processesWith(mark)).toEqual(processes);
    other.retire?.();
    await eventually(() => processesWith(mark).length === 0);
    await fireOne(handlerOf(config, { input }));
    expect(processesWith(mark)).not.toEqual([]);
    await endWorkers();
    await eventually(() => processesWith(mark).length === 0);
  });

  it('ends when the file names another one, and when the configuration is closed', async () => {
    const [first, second] = [newServer(), newServer()];
    const project = new Project();
    const write = (policy: McpServerConfig): string =>
      project.write('h.yaml', {
        mcpServers: { policy },
        hooks: { PreToolUse: [{ type: 'mcp_tool', server: 'policy', tool: 'echo', input }] },
      });
    const config = await project.load(write(first.config));
    const fire = async (): Promise<void> => {
      const outcome = await config.hooks.fire('PreToolUse', bash);
      expect(outcome.runs).toMatchObject([{ status: 'ok' }]);
    };
    await fire();
    const processes = processesWith(first.mark);
    await config.reload();
    await fire();
    expect(processesWith(first.mark)).toEqual(processes);
    write(second.config);
    await config.reload();
    await eventually(() => processesWith(first.mark).length === 0);
    await fire();
    expect(processesWith(second.mark)).not.toEqual([]);
    await config.close();
    await eventually(() => processesWith(second.mark).length === 0);
  });
});
