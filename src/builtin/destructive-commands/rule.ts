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
  /** What it removes, where all of that is known, by real paths. */
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
  readonly project: string;
  readonly named: Map<PathAction, readonly NamedPath[]>;
  /** What kinds of places paths are, by folder and path: a look at files takes time. */
  readonly facts: Map<string, NamedPath>;
  readonly realFolder: (folder: string) => string | null;
  readingOf(command: ShellCommand | null): ShellReading | undefined;
  pathsOf(command: ShellCommand | null): readonly PathAction[];
  talks(command: ShellCommand): boolean;
  copiedBy(command: ShellCommand | null): ReadonlySet<string>;
  assigned(command: ShellCommand | null, name: string): readonly string[];
}

export type PathCondition = (action: PathAction, place: CallPlace) => Hit | null;

/** What in a line is what a rule is about. `commands` are those that do more than say what they would do. */
export type LineCondition = (
  reading: ShellReading,
  commands: readonly ShellCommand[],
  place: CallPlace,
) => Iterable<LineHit>;

/** Whether a call is what a rule is about. `isNamed`: rows are about its program. */
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
  /** Its input counts as its words do. */
  readonly reads?: boolean;
  readonly condition?: CallCondition | undefined;
  readonly severity?: Severity | undefined;
}

/** What a call of git could lose. `locks`: anything but records of package managers, which can be rebuilt. */
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
  /** Files that it is about when they are written. */
  readonly writes: RegExp | null;
  readonly path: PathCondition | null;
  readonly line: LineCondition | null;
  readonly call: CallCondition | null;
  readonly stops: readonly string[];
  readonly passes: readonly string[];
}
