import { pluginSocket } from './plugin-socket.ts';

/** A plugin of OpenCode that asks hookline. */
export interface PluginLines {
  /** The line of each event. */
  readonly lines: ReadonlyMap<string, string>;
  /** The events that are held back when hookline cannot answer. */
  readonly held: readonly string[];
}

/**
 * OpenCode has no hooks that are commands, so a plugin asks the daemon, else runs the lines. It does what hookline answers: `throw`, `args`,
 * `output` and `append`. Whatever breaks throws where OpenCode waits for the answer.
 */
export function pluginText({ lines, held }: PluginLines): string {
  return `// Written by hookline install, and removed by hookline uninstall. It asks hookline before OpenCode acts.
import { spawn } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

const lines = ${JSON.stringify(Object.fromEntries(lines), null, 2)};
const held = new Set(${JSON.stringify(held)});

${pluginSocket}
function run(line, payload) {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', line], { stdio: ['pipe', 'pipe', 'pipe'] });
    const out = [];
    const err = [];
    child.stdout.on('data', (data) => out.push(data));
    child.stderr.on('data', (data) => err.push(data));
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code) => {
      const message = Buffer.concat(err).toString('utf8').trim();
      resolve({ code, message, text: Buffer.concat(out).toString('utf8').trim() });
    });
    child.stdin.end(JSON.stringify(payload));
  });
}

export const Hookline = async ({ directory, worktree, client }) => {
  const servers = new Set();
  const subagents = new Map();

  const tell = (message) =>
    client?.app?.log?.({ body: { service: 'hookline', level: 'error', message } })?.catch?.(() => {});

  const ask = async (name, input, output, more) => {
    const line = Object.hasOwn(lines, name) ? lines[name] : undefined;
    if (line === undefined) return {};
    try {
      const subagent = subagents.get(input?.sessionID);
      const names = { mcp_servers: [...servers], ...subagent, ...more };
      const payload = { hook_event_name: name, cwd: directory, worktree, input, output, ...names };
      const { code, message, text } = (await askDaemon(line, payload)) ?? (await run(line, payload));
      if (code !== 0) throw new Error(message || 'hookline ended with ' + code);
      if (message !== '') tell(message);
      const answer = text === '' ? {} : JSON.parse(text);
      if (answer.throw !== undefined) throw new Error(answer.throw);
      return answer;
    } catch (problem) {
      if (held.has(name)) throw problem;
      tell(String(problem?.message ?? problem));
      return {};
    }
  };

  const textOf = (result) =>
    Array.isArray(result.content)
      ? result.content.map((part) => part.text ?? '').join('\\n')
      : result.output;

  const setText = (result, text) => {
    if (Array.isArray(result.content)) result.content.splice(0, Infinity, { type: 'text', text });
    if (result.output !== undefined || !Array.isArray(result.content)) result.output = text;
    if (typeof result.metadata?.output === 'string') result.metadata.output = text;
  };

  return {
    config: async ({ mcp }) => {
      for (const name of Object.keys(mcp ?? {})) servers.add(name);
    },
    event: async ({ event }) => {
      const { type, properties } = event;
      const { info } = properties ?? {};
      if (type === 'session.created' && info?.parentID !== undefined)
        subagents.set(info.id, { agent_id: info.id, agent_type: info.agent ?? '' });
      // A subagent's session neither starts nor ends that of the user.
      if (!subagents.has(properties?.sessionID ?? info?.id)) await ask(type, event);
    },
    'chat.message': async (input, output) => {
      const texts = output.parts.filter(({ type, synthetic }) => type === 'text' && synthetic !== true);
      const prompt = texts.map(({ text }) => text).join('\\n');
      const { append } = await ask('chat.message', input, output, { prompt });
      const last = texts.at(-1);
      if (append !== undefined && last !== undefined) last.text += '\\n\\n' + append;
    },
    'tool.execute.before': async (input, output) => {
      const { args } = await ask('tool.execute.before', input, output);
      if (args === undefined) return;
      // OpenCode keeps the object itself.
      for (const key of Object.keys(output.args)) delete output.args[key];
      Object.assign(output.args, args);
    },
    'tool.execute.after': async (input, output) => {
      const result = { ...output, output: textOf(output) };
      const answer = await ask('tool.execute.after', input, result);
      if (answer.output !== undefined) setText(output, answer.output);
      if (answer.append !== undefined) setText(output, textOf(output) + '\\n\\n' + answer.append);
    },
    'experimental.session.compacting': async (input, output) => {
      const { append } = await ask('experimental.session.compacting', input, output);
      if (append !== undefined) output.context.push(append);
    },
    dispose: async () => {
      await ask('dispose');
    },
  };
};
`;
}

/** The events of a plugin file that hookline wrote, each with its line. */
export function pluginLines(text: string): readonly (readonly [string, string])[] {
  const [, lines = '{}'] = /^const lines = (\{[\s\S]*?^\});$/m.exec(text) ?? [];
  return Object.entries(JSON.parse(lines) as Readonly<Record<string, string>>);
}
