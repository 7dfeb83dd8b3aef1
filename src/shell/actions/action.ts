import type { ToolInput } from '../../engine/points/inputs.ts';
import type { Changes } from '../programs/card.ts';
import type { InterpreterCode, ShellCommand, ShellReading, ShellWord } from '../read/reading.ts';
import type { PathText } from './path-text.ts';

export interface GivenCall {
  readonly toolName: string;
  readonly input: ToolInput;
  readonly cwd: string;
}

export const pathKinds = ['read', 'write', 'delete', 'list'] as const;
export type PathKind = (typeof pathKinds)[number];

export type Action = PathAction | RunAction | NetworkAction | ChangeAction;

interface Common {
  /** False where it may not happen, or may be about something else: a word of a program without a card may be no path. */
  readonly isSure: boolean;
  /** The command of a line that does it; null where the tool itself does. */
  readonly command: ShellCommand | null;
}

export interface PathAction extends Common {
  /** `list` tells names, not what is in files. */
  readonly kind: PathKind;
  readonly path: PathText;
  /** The word that names it; none where the tool, a patch or the program by itself does it. */
  readonly word?: ShellWord | undefined;
  /** The folders that the path may count from; null where that is unknown. */
  readonly folders: readonly (string | null)[];
  /** The path is one of the names there, where a search gives it. */
  readonly among?: readonly FoundPlace[] | undefined;
  /** What is unknown of the path is a name that the same code lists. */
  readonly isListed?: boolean;
  /** What is unknown of the path is a number or a name in it. */
  readonly isPartial?: boolean;
  readonly below: Below | null;
  /** What is copied into it or put in its place; empty where that is unknown. */
  readonly copied?: readonly PathText[] | undefined;
  readonly isLink?: boolean;
  /** What is there moves elsewhere, or comes from elsewhere: none of it is gone. */
  readonly moves?: boolean;
  readonly unpacks?: Unpacking | undefined;
  /** Only modes and owners change: files keep their content. */
  readonly keepsContent?: boolean;
  /** The program loads it for itself: nobody sees what is in it. */
  readonly isLoaded?: boolean;
  /** It is put back as a repository has recorded it. */
  readonly isRecorded?: boolean;
  /** The program made up the content, as a new key. */
  readonly isGenerated?: boolean;
  /** Nothing in the command says that it writes what it is given. */
  readonly mayOnlyRead?: boolean;
  /** A tool searches there: the argument that takes patterns of what it leaves out, with `!`; null where it has none. */
  readonly search?: { readonly excludes: string | null } | undefined;
  /** Something else is put over it, so that what is below is out of sight. */
  readonly hides?: boolean;
  /** Another process, in a container, may write whatever is below. */
  readonly shares?: boolean;
  /** The agent knows afterwards what is in it: it is shown, or all of it is new. */
  readonly shows?: boolean | undefined;
  readonly content?: string | undefined;
}

/** Which of the files below a path an action reaches. All of them where nothing is set. */
export interface Below {
  /** Names of files, as patterns: `*.ts`. */
  readonly only?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  /** Whole paths, as patterns: `find -path`. */
  readonly paths?: readonly string[] | undefined;
  readonly skipsHidden?: boolean;
  readonly skipsIgnored?: boolean;
  /** Only files that git has, or would add. */
  readonly isOfGit?: boolean;
  readonly isUntracked?: boolean;
  readonly onlyFolders?: boolean;
  readonly onlyEmpty?: boolean;
  readonly maxDepth?: number | undefined;
}

/** Where a name lies that a command finds or a pattern matches. */
export interface FoundPlace {
  readonly path: PathText;
  /** Null where it is the path itself. */
  readonly below: Below | null;
  /** Whether the shell takes the name apart at blanks. */
  readonly splits: boolean;
  /** It may be behind a link to a folder. */
  readonly passes?: boolean;
}

/** Archives that are unpacked, and how many names at the start of each path are left out: null where that is unknown. */
export interface Unpacking {
  readonly archives: readonly PathText[];
  readonly strip: number | null;
}

export interface RunAction extends Common {
  readonly kind: 'run';
  readonly command: ShellCommand;
  /** The program's name; `''` where it is unknown. */
  readonly program: string;
  readonly code: InterpreterCode | null;
}

export interface NetworkAction extends Common {
  readonly kind: 'fetch' | 'send';
  /** In small letters, without a dot at the end; null where it is unknown. */
  readonly host: string | null;
  /** The address, or the name that the program knows the place by: `origin`. */
  readonly address: ShellWord | string | null;
}

export interface ChangeAction extends Common {
  readonly kind: 'change';
  readonly what: Changes;
  /** The subcommand: `['push']`, `['volume', 'rm']`. */
  readonly verb: readonly string[];
}

export interface ActionDoubt {
  readonly about: 'word' | 'command' | 'line';
  readonly reason: string;
  readonly command: ShellCommand | null;
}

export interface CallActions {
  readonly actions: readonly Action[];
  readonly doubts: readonly ActionDoubt[];
  readonly readings: readonly ShellReading[];
  /** What code in other languages has a shell run. Its actions and doubts are among those of the call. */
  readonly inner: readonly InnerLine[];
}

export interface InnerLine {
  readonly command: ShellCommand;
  /** Where the line runs; null where that is unknown. */
  readonly folder: string | null;
  /** Null where the code computes what it runs. */
  readonly does: CallActions | null;
}

export function isPathAction(action: Action): action is PathAction {
  return (
    action.kind !== 'run' && action.kind !== 'fetch' && action.kind !== 'send' && action.kind !== 'change'
  );
}

/** Both tell something of what is there. */
export function isReading(kind: Action['kind']): boolean {
  return kind === 'read' || kind === 'list';
}

export function pathActions(actions: readonly Action[]): readonly PathAction[] {
  return actions.filter(isPathAction);
}
