import type { Fields } from '../../engine/values/shapes.ts';
import {
  type Environment,
  type EnvironmentOptions,
  hostEnvironment,
} from '../../processes/host-environment.ts';
import type { WireCall } from '../../protocols/protocol.ts';
import type { HandlerSetting } from '../handler.ts';
import { traceFields } from '../trace-fields.ts';

/** The environment of a command: the host's variables it may have, the hook's own, and those about the call. */
export function commandEnvironment(
  options: EnvironmentOptions,
  call: WireCall,
  { directory, protocol }: Pick<HandlerSetting, 'directory' | 'protocol'>,
): Environment {
  const environment = hostEnvironment(options);
  for (const name of protocol.projectVariables ?? []) environment[name] ||= directory;
  describeCall(environment, call, directory);
  placeInTrace(environment, call);
  return environment;
}

function describeCall(environment: Environment, { input, context }: WireCall, directory: string): void {
  const tool = textOf(input, 'tool_name');
  const session = textOf(input, 'session_id');
  const agent = context.agent ?? textOf(input, 'agent_id');
  environment['HOOKLINE_POINT'] = context.point;
  environment['HOOKLINE_HOOK'] = withoutNul(context.hook);
  environment['HOOKLINE_PHASE'] = String(context.phase);
  environment['HOOKLINE_AGENT_ID'] = withoutNul(agent);
  environment['HOOKLINE_TOOL_NAME'] = tool;
  environment['HOOKLINE_SESSION_ID'] = session;
  environment['HOOKLINE_DIRECTORY'] = directory;
  environment['MASSGEN_HOOK_TYPE'] = context.point;
  environment['MASSGEN_TOOL_NAME'] = tool;
  environment['MASSGEN_SESSION_ID'] = session;
  environment['MASSGEN_AGENT_ID'] = withoutNul(agent);
  environment['MASSGEN_ORCHESTRATOR_ID'] = textOf(input, 'orchestrator_id');
}

/** Replaces what the host's own variables say: a state belongs to its parent. */
function placeInTrace(environment: Environment, { context }: WireCall): void {
  const { traceparent, tracestate } = traceFields(context);
  if (traceparent === undefined) return;
  environment['TRACEPARENT'] = traceparent;
  if (tracestate === undefined) delete environment['TRACESTATE'];
  else environment['TRACESTATE'] = tracestate;
}

function textOf(input: Fields, field: string): string {
  const value = input[field];
  return typeof value === 'string' ? withoutNul(value) : '';
}

/** An environment cannot hold NUL. A name with one must not stop the hook. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
