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
  /** What a judge's no comes to on this wire, and whether it ends the turn too. Default: what blocks at the point. */
  refuse?(point: Point, reason: string | undefined, endsTurn: boolean): readonly Effect[];
  /** Under which names an expression of a matcher is tested against a tool. Default: the name that events carry. */
  seenNames?(matches: (name: string) => boolean): (name: string) => boolean;
  readonly projectVariables?: readonly string[];
  /** The default time limit of this wire's hooks. Without it, the host decides. */
  timeoutMs?(point: Point): number;
  readonly inheritsEnvironment: boolean;
  /** Whether what a command leaves running when it exits lives on. Default: no. */
  readonly leavesProcesses?: boolean;
  /** Whether the first line that a command prints lets the action go ahead while the command works on. Default: never. */
  detaches?(line: string): boolean;
}
