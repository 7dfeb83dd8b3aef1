import type { PathAction } from '../../shell/actions/action.ts';
import type { ShellCommand, ShellReading, Span } from '../../shell/read/reading.ts';

export const severities = ['deny', 'ask'] as const;
export type Severity = (typeof severities)[number];

export type Target =
  | 'rebuilt'
  | 'single'
  | 'temporary'
  | 'file'
  | 'folder'
  | 'unknown'
  | 'outside'
  | 'home'
  | 'system'
  | 'project';

export interface NamedPath {
  readonly target: Target;
  readonly path: string | null;
}

export interface Finding {
  readonly about: string;
  readonly severity?: Severity | undefined;
  readonly why?: string | undefined;
  readonly paths?: readonly string[] | undefined;
}

export type Hit = Omit<Finding, 'about'>;

export interface LineHit extends Hit {
  readonly command?: ShellCommand | undefined;
  readonly span?: Span;
}

export interface CallPlace {
  readonly cwd: string;
  readonly looks: boolean;
  project(): string;
  named(action: PathAction): readonly NamedPath[];
  factsOf(text: string, folder: string | null): NamedPath;
  realFolder(folder: string): string | null;
  readingOf(command: ShellCommand | null): ShellReading | undefined;
  pathsOf(command: ShellCommand | null): readonly PathAction[];
  talks(command: ShellCommand): boolean;
  copiedBy(command: ShellCommand | null): ReadonlySet<string>;
  assigned(command: ShellCommand | null, name: string): readonly string[];
}

export type PathCondition = (action: PathAction, place: CallPlace) => Hit | null;

/** `commands` are those that aren't dry runs. */
export type LineCondition = (
  reading: ShellReading,
  commands: readonly ShellCommand[],
  place: CallPlace,
) => Iterable<LineHit>;

/** `isNamed`: other rows name its program. */
export type CallCondition = (command: ShellCommand, place: CallPlace, isNamed: boolean) => Hit | null;

export interface TextTest {
  test(text: string): boolean;
}

export interface CallForm {
  readonly programs: readonly string[];
  readonly subs?: readonly string[] | undefined;
  readonly flags?: readonly string[] | undefined;
  readonly without?: readonly string[] | undefined;
  readonly word?: TextTest | undefined;
  readonly text?: TextTest | undefined;
  readonly reads?: boolean;
  readonly condition?: CallCondition | undefined;
  readonly severity?: Severity | undefined;
}

/** What a call of git could lose. `locks`: anything but lock files, which can be rebuilt. */
const lossKinds = ['changes', 'untracked', 'stashes', 'branches', 'locks'] as const;
export type Losses = (typeof lossKinds)[number];

export function isLossKind(name: string): name is Losses {
  return lossKinds.some((kind) => kind === name);
}

export interface DangerRule {
  readonly id: string;
  readonly severity: Severity;
  readonly catches: string;
  readonly why: string;
  readonly instead: string;
  readonly calls: readonly CallForm[];
  readonly unless: readonly Losses[];
  /** Files that must not be written. */
  readonly writes?: RegExp | undefined;
  readonly path?: PathCondition | undefined;
  readonly line?: LineCondition | undefined;
  readonly call?: CallCondition | undefined;
  readonly stops: readonly string[];
  readonly passes: readonly string[];
}
