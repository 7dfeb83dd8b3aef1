import { resolve } from 'node:path';
import { type Effect, type Reply, restrains } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { checkOptions, type OptionChecks } from '../../engine/values/options.ts';
import { type Fields, isObject, valueAt } from '../../engine/values/shapes.ts';
import type { McpServerConfig } from '../../mcp/mcp.ts';
import { type ToolResult, textOfContent } from '../../models/tool-result.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import { effectsOf, reasonIn } from '../../protocols/reply/process-reply.ts';
import {
  defineHandler,
  type HandlerKind,
  type HandlerSetting,
  type HookFunction,
  hookFunction,
  traceFields,
} from '../handler.ts';
import { filledTextCheck } from '../option-checks.ts';
import { SharedWorkers } from '../workers/end-workers.ts';
import { ServerConnection } from './server-connection.ts';

const reference = /\$\{([^${}]*)\}/g;
const wholeReference = /^\$\{([^${}]*)\}$/;

function filled(template: unknown, event: Fields): unknown {
  if (typeof template === 'string') return filledText(template, event);
  if (Array.isArray(template)) return template.map((item) => filled(item, event) ?? null);
  return typeof template === 'object' && template !== null ? fillInput(template, event) : template;
}

/** A text that is only `${path}` becomes the value itself. Values aren't searched for references in turn. */
export function fillInput(template: object, event: Fields): Fields {
  const entries = Object.entries(template).map(([key, value]) => [key, filled(value, event)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function filledText(template: string, event: Fields): unknown {
  const whole = wholeReference.exec(template);
  if (whole !== null) return valueIn(event, whole[1] ?? '');
  return template.replaceAll(reference, (_, path: string) => textOfValue(valueIn(event, path)));
}

function valueIn(event: Fields, path: string): unknown {
  const steps = path.trim().split('.');
  return steps.at(-1) === 'length' && Array.isArray(valueAt(event, steps.slice(0, -1)))
    ? undefined
    : valueAt(event, steps);
}

function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface McpToolOptions {
  readonly server: string;
  readonly config: McpServerConfig;
  readonly tool: string;
  /** The input of the tool. `${tool_input.command}` in a text is that value of the event. Default: none. */
  readonly input?: Fields;
}

const objectCheck = ['an object', isObject] as const;
const checks: OptionChecks<McpToolOptions> = {
  server: filledTextCheck,
  config: [...objectCheck, true],
  tool: filledTextCheck,
  input: objectCheck,
};

const maxReplyLength = 1024 * 1024;
const graceMs = 200;

/** Servers by what they were started with. Guards share theirs with guards only. */
const connections = new SharedWorkers<ServerConnection>();

export const mcpToolHandler: HandlerKind<McpToolOptions> = defineHandler({
  type: 'mcp_tool',
  summary: 'A tool of an MCP server; its text is the answer.',
  create(options: McpToolOptions, { protocol, directory, guard }: HandlerSetting): HookFunction {
    checkOptions('an mcp_tool handler', options, checks, ['server', 'config', 'tool']);
    const { server, config, tool: name, input: template = {} } = options;
    const folder = resolve(directory);
    const connection = connections.share(
      JSON.stringify([server, config, folder, guard === true]),
      () => new ServerConnection(server, config, folder),
    );
    const run = hookFunction(protocol, graceMs, async (call) => {
      const { signal } = call.context;
      const input = inputFor(template, call, protocol);
      const meta = traceFields(call.context);
      return connection.use().use(name, signal, async (tool, { problems }) => {
        const result = await tool.run(input, { signal, meta });
        if (signal.aborted) throw HookFailure.from(signal.reason, 'cancelled');
        const [problem] = problems;
        if (problem !== undefined) throw new HookFailure('exit', problem.message);
        return read(result, call, protocol);
      });
    });
    return Object.assign(run, { retire: connection.retire });
  },
});

function inputFor(template: Fields, call: WireCall, protocol: Protocol): Fields {
  try {
    return fillInput(template, protocol.encode(call));
  } catch (error) {
    const { message } = HookFailure.from(error, 'missing');
    throw new HookFailure('missing', `the input of the tool cannot be written: ${message}`);
  }
}

function read({ content, isError = false }: ToolResult, call: WireCall, protocol: Protocol): Reply {
  const stdout = textOfContent(content);
  call.context.progress({ stdout });
  if (stdout.length > maxReplyLength)
    throw new HookFailure('invalid', `the tool answered more than ${maxReplyLength} characters`);
  const answer = (): Reply => protocol.readOutput({ stdout, stderr: '', exitCode: 0, signal: null }, call);
  if (!isError) return answer();
  const restraints: readonly Effect[] = effectsOf(answer).filter(restrains);
  throw new HookFailure('exit', `the tool failed: ${reasonIn(stdout) ?? 'it says no more'}`, restraints);
}
