import type { HookContext } from '../engine/firing/context.ts';
import type { EffectType, Reply } from '../engine/outcome/effects.ts';
import type { Point } from '../engine/points/point-types.ts';
import type { Fields } from '../engine/values/shapes.ts';

/** One call of a hook, as a protocol sees it. */
export interface WireCall {
  readonly point: Point;
  readonly input: Fields;
  readonly context: HookContext;
}

/** What a process said, and how it ended. */
export interface ProcessOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** What a reply means on one wire. Reading throws a HookFailure, which carries what could be read all the same. */
export interface Protocol {
  readonly name: string;
  /** The effects that this wire can ask for at the point. */
  rights(point: Point): readonly EffectType[];
  /** The input as it travels. */
  encode(call: WireCall): Fields;
  readOutput(output: ProcessOutput, call: WireCall): Reply;
  /** Reads a JSON value: what a Python function or a module returned, or the body of a response. */
  readValue(value: unknown, call: WireCall): Reply;
  /** How long hooks of this wire may take unless they say so; the host decides where it is left out. */
  timeoutMs?(point: Point): number;
  /** Whether commands get the host's whole environment instead of a small one. */
  readonly inheritsEnvironment: boolean;
}
