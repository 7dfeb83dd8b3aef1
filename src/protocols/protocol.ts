import type { HookContext } from '../engine/hooks/hook-context.ts';
import type { Effect, EffectType, Reply } from '../engine/outcome/effects.ts';
import type { Point } from '../engine/points/point-types.ts';
import type { Fields } from '../engine/values/shapes.ts';

export interface WireCall {
  readonly point: Point;
  readonly input: Fields;
  readonly context: HookContext;
}

export interface ProcessOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Reads replies of one wire. Throws a HookFailure with the effects that could be read. */
export interface Protocol {
  readonly name: string;
  rights(point: Point): readonly EffectType[];
  encode(call: WireCall): Fields;
  readOutput(output: ProcessOutput, call: WireCall): Reply;
  readValue(value: unknown, call: WireCall): Reply;
  /** What a judge's refusal becomes on this wire. Default: what blocks at the point. */
  refuse?(point: Point, reason: string | undefined, endsTurn: boolean): readonly Effect[];
  /** Under which names a matcher's expression is tested against a tool. Default: the event's name for it. */
  seenNames?(matches: (name: string) => boolean): (name: string) => boolean;
  readonly projectVariables?: readonly string[];
  timeoutMs?(point: Point): number;
  readonly inheritsEnvironment: boolean;
  /** Whether processes that a command leaves behind may live on. Default: no. */
  readonly leavesProcesses?: boolean;
  /** Whether the first line that a command prints lets the action go ahead. Default: never. */
  detaches?(line: string): boolean;
}
