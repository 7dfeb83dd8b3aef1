import { spawn } from 'node:child_process';
import type { Json } from '../../engine/values/json.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import type { AgentProduct, Form, NativeEvent } from '../agents/agent-product.ts';
import { probeSession } from '../exceptions/judge-with-state.ts';
import { userEnvironment } from '../install/off-switch.ts';

/** What came of a call that hookline always refuses. */
export interface Probe {
  readonly milliseconds: number;
  /** Held back by a judgement, held back because nobody could judge, or let pass. */
  readonly kind: 'refused' | 'unjudged' | 'passed';
  readonly said: string;
}

/** Whoever takes longer is stuck. */
const patienceMs = 30_000;
const maxText = 64 * 1024;

/** What hookline and its line say when nobody has judged. */
const unjudged = /hookline (?:cannot (?:judge|answer)|is missing or broken)/;

/** The event before tool calls, by the agent's name. */
export function toolEvent({ events }: AgentProduct): readonly [string, NativeEvent] | undefined {
  return Object.entries(events).find(([, { point }]) => point === 'PreToolUse');
}

/** Sends a synthetic call through an installed line, as the agent would, and reads the answer. */
export async function probeLine(
  agent: AgentProduct,
  [name, event]: readonly [string, NativeEvent],
  line: string,
  folder: string,
): Promise<Probe> {
  const own = await userEnvironment(agent).catch(() => ({}));
  const start = performance.now();
  const { code, stdout, stderr } = await run(agent, line, payloadOf(name, event, folder), folder, own);
  const milliseconds = Math.round(performance.now() - start);
  const said = `${stderr}\n${stdout}`.trim();
  const isRefused = code === 2 || (code === 0 && hasForm(stdout, event.says.deny));
  const kind = unjudged.test(said) ? 'unjudged' : isRefused ? 'refused' : 'passed';
  return { milliseconds, kind, said: kind === 'passed' && said === '' ? `exit code ${code}` : said };
}

/** A tool that no agent has: hooks for certain tools do not run. The guard of hookline itself looks at every tool. */
function payloadOf(name: string, { fields = {} }: NativeEvent, folder: string): object {
  const payload: Record<string, unknown> = { hook_event_name: name, cwd: folder };
  const values: Readonly<Record<string, unknown>> = {
    session_id: probeSession,
    transcript_path: '',
    tool_name: 'hookline_doctor',
    tool_input: { command: 'hookline uninstall' },
    tool_use_id: 'doctor',
  };
  for (const [field, value] of Object.entries(values)) {
    const steps = (lookUp(fields, field) ?? field).split('.');
    let at = payload;
    for (const step of steps.slice(0, -1)) {
      const inner = at[step];
      const next: Record<string, unknown> = isObject(inner) ? inner : {};
      at[step] = next;
      at = next;
    }
    at[steps.at(-1) ?? field] = value;
  }
  return payload;
}

/** Whether an answer says something in the agent's words. */
function hasForm(stdout: string, form: Form | undefined): boolean {
  if (form === undefined) return false;
  try {
    return fits(JSON.parse(stdout), form);
  } catch {
    return false;
  }
}

function fits(value: unknown, form: Json): boolean {
  if (typeof form === 'string' && form.startsWith('$')) return textOf(value) !== '';
  if (!isObject(form)) return value === form;
  return isObject(value) && Object.entries(form).every(([key, inner]) => fits(value[key], inner as Json));
}

interface LineEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(
  { projectVariable }: AgentProduct,
  line: string,
  payload: object,
  folder: string,
  own: Readonly<Record<string, string>>,
): Promise<LineEnd> {
  return new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      ...own,
      ...(projectVariable !== undefined && { [projectVariable]: folder }),
    };
    const child = spawn('/bin/sh', ['-c', line], { cwd: folder, env, detached: true });
    const texts = { stdout: '', stderr: '' };
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, patienceMs);
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        if (texts[name].length < maxText) texts[name] += text;
      });
    child.stdin.on('error', () => undefined);
    child.on('error', (problem) => {
      clearTimeout(timer);
      reject(problem);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, ...texts });
    });
    child.stdin.end(JSON.stringify(payload));
  });
}
