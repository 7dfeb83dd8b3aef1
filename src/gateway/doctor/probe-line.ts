import { spawn } from 'node:child_process';
import type { Json } from '../../engine/values/json.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import type { AgentProduct, Form, NativeEvent } from '../agents/agent-product.ts';
import { probeSession } from '../exceptions/call-openings.ts';
import { userEnvironment } from '../install/off-switch.ts';
import pluginProgram from './plugin-program.ts?module';

export interface Probe {
  readonly milliseconds: number;
  readonly kind: 'refused' | 'unjudged' | 'passed';
  readonly said: string;
}

const toolName = 'hookline_doctor';
const refusedCommand = 'hookline uninstall';

const patienceMs = 30_000;
const maxText = 64 * 1024;

const unjudged = /hookline (?:blocked this:|could not judge this|cannot answer|is missing or broken)/;

export function toolEvent({ events }: AgentProduct): readonly [string, NativeEvent] | undefined {
  return Object.entries(events).find(([, { point }]) => point === 'PreToolUse');
}

/** Sends a synthetic call, as the agent would. */
export async function probeLine(
  agent: AgentProduct,
  [name, event]: readonly [string, NativeEvent],
  line: string,
  folder: string,
): Promise<Probe> {
  const own = await userEnvironment(agent).catch(() => ({}));
  const start = performance.now();
  const { code, stdout, stderr } = await run(
    agent,
    ['/bin/sh', '-c', line],
    payloadOf(agent, name, event, folder),
    folder,
    own,
  );
  const milliseconds = Math.round(performance.now() - start);
  const said = `${stderr}\n${stdout}`.trim();
  const isRefused = code === 2 || (code === 0 && hasForm(stdout, event.says.deny));
  const kind = unjudged.test(said) ? 'unjudged' : isRefused ? 'refused' : 'passed';
  return { milliseconds, kind, said: kind === 'passed' && said === '' ? `exit code ${code}` : said };
}

/** In a process like the agent's: the settings may be right and the plugin's code broken. */
export async function probePlugin(agent: AgentProduct, file: string, folder: string): Promise<Probe> {
  const own = await userEnvironment(agent).catch(() => ({}));
  const start = performance.now();
  const words = [file, folder, toolName, probeSession, refusedCommand];
  const program = [process.execPath, '--input-type=module', '--eval', pluginProgram, '--', ...words];
  const { code, stdout, stderr } = await run(agent, program, {}, folder, own);
  const milliseconds = Math.round(performance.now() - start);
  const said = code === 0 ? thrownIn(stdout) : null;
  if (said === null)
    return { milliseconds, kind: 'passed', said: `the plugin does not block: ${lastError(stderr)}` };
  return { milliseconds, kind: unjudged.test(said) ? 'unjudged' : 'refused', said };
}

function thrownIn(stdout: string): string | null {
  try {
    const said: unknown = JSON.parse(stdout);
    return typeof said === 'string' ? said : null;
  } catch {
    return null;
  }
}

/** Node prints the code before the error. */
function lastError(stderr: string): string {
  return stderr.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? 'it throws nothing';
}

/** No agent has such a tool, so hooks for certain tools don't run; hookline's own guard does. */
function payloadOf(
  { payload: { event = 'hook_event_name', fields } }: AgentProduct,
  name: string,
  row: NativeEvent,
  folder: string,
): object {
  const paths = { ...fields, ...row.fields };
  const payload: Record<string, unknown> = { [event]: name, cwd: folder };
  const values: Readonly<Record<string, unknown>> = {
    session_id: probeSession,
    transcript_path: '',
    tool_name: toolName,
    tool_input: { command: refusedCommand },
    tool_use_id: 'doctor',
  };
  for (const [field, value] of Object.entries(values)) {
    const steps = (lookUp(paths, field) ?? field).split('.');
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

function run(
  { payload: { projectVariable } }: AgentProduct,
  [program = '', ...words]: readonly string[],
  payload: object,
  folder: string,
  own: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      ...own,
      ...(projectVariable !== undefined && { [projectVariable]: folder }),
    };
    const child = spawn(program, words, { cwd: folder, env, detached: true });
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
