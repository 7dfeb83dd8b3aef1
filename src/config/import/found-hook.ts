import type { Point } from '../../engine/points/point-types.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import type { FilePlace } from '../source/problem.ts';

export interface FoundHook {
  readonly event: string;
  readonly point: Point;
  readonly matcher: string | undefined;
  readonly entry: Fields;
  readonly isSequential: boolean;
  readonly place: FilePlace;
  at(key: string): FilePlace;
}

export interface Lost {
  readonly what: string;
  readonly why: string;
  readonly place: FilePlace;
}

export interface FoundHooks {
  readonly files: readonly string[];
  readonly hooks: readonly FoundHook[];
  readonly lost: readonly Lost[];
  readonly ownEntries: number;
  whyOff(hook: FoundHook): string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly permissions: Readonly<Record<'allow' | 'deny' | 'ask', readonly string[]>>;
  readonly allowedUrls: readonly string[] | null;
  readonly allowedVariables: readonly string[] | null;
  readonly servers: ReadonlyMap<string, Fields | string>;
}
