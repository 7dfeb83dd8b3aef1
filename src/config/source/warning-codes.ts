/** When a warning is found: whenever files are read, by `hookline validate`, or only when that runs guards with `--deep`. */
export const stages = ['load', 'validate', 'deep'] as const;
export type FoundAt = (typeof stages)[number];

interface WarningRow {
  readonly found: FoundAt;
  /** The meaning in one sentence. The docs page is generated from it. */
  readonly meaning: string;
  /** It depends on the machine: another one may not find it. */
  readonly ofMachine?: true;
}

/** Every warning about a configuration, by its stable code. `# hookline-ignore CODE` acknowledges it. */
export const warningCodes = {
  'agent-cannot': {
    found: 'validate',
    meaning: 'An agent that asks hookline cannot do what a guard asks for.',
    ofMachine: true,
  },
  'agent-stale': {
    found: 'validate',
    meaning: 'An agent does not ask hookline at a point that has hooks by now; run `hookline install` again.',
    ofMachine: true,
  },
  'agent-twice': { found: 'load', meaning: 'An agent is listed twice; it has the hooks of both.' },
  'event-foreign': {
    found: 'load',
    meaning: 'Claude Code has no such event; the hooks run in hookline only.',
  },
  'managed-only': {
    found: 'load',
    meaning: 'The managed configuration allows only its own hooks, so that those of a file do not run.',
    ofMachine: true,
  },
  'guard-blind': { found: 'load', meaning: 'A guard does not see everything that it is meant to hold back.' },
  'guard-in-host': {
    found: 'load',
    meaning: 'A guard runs in the host, where other code can change what it judges with.',
  },
  'handler-empty': { found: 'load', meaning: 'What a hook is to run has nothing but comments.' },
  'handler-missing': { found: 'load', meaning: 'What a hook is to run is not there.' },
  'file-unread': {
    found: 'validate',
    meaning: 'A file beside the configuration looks like a part of it and is not read.',
  },
  'folder-missing': { found: 'validate', meaning: 'A folder that a hook names is not there.' },
  'guard-failing': { found: 'deep', meaning: 'A guard fails at a harmless event, or is broken.' },
  'guard-stops-all': {
    found: 'deep',
    meaning: 'A guard stops a harmless event, so it seems to stop everything.',
  },
  'guard-idle': { found: 'validate', meaning: 'A guard has no way to hold anything back.' },
  'guard-muffled': {
    found: 'validate',
    meaning: 'A guard takes its own exit code away: `|| true`, `| tee`, `&`.',
  },
  'handler-dialect': { found: 'validate', meaning: 'A script is run by sh and is written for bash.' },
  'handler-exit': { found: 'validate', meaning: 'A hook ends in a way that does not hold anything back.' },
  'handler-export': {
    found: 'validate',
    meaning: 'A module or a Python file does not have the function of its hook.',
  },
  'handler-field': { found: 'validate', meaning: 'A module reads a field that events do not have.' },
  'handler-import': { found: 'validate', meaning: 'A module imports what is not there.' },
  'handler-lines': {
    found: 'validate',
    meaning: 'The line ends of a script, or its first sign, keep it from running.',
  },
  'handler-program': {
    found: 'validate',
    meaning:
      'The program that the first line of a script names is not there, or is not the one that runs it.',
    ofMachine: true,
  },
  'handler-syntax': {
    found: 'validate',
    meaning: 'A line, a script, a module or a Python file cannot be parsed.',
  },
  'hook-not-run': { found: 'load', meaning: "A hook of Claude Code's settings does not run here." },
  'hooks-disabled': { found: 'load', meaning: '`disableAllHooks` switches all hooks of the settings off.' },
  'ignore-unknown': { found: 'load', meaning: '`# hookline-ignore` names no code of this table.' },
  'ignore-unused': { found: 'load', meaning: '`# hookline-ignore` stands where no such warning is.' },
  'key-twice': { found: 'load', meaning: 'A key stands twice in JSON; only the last one counts.' },
  'key-unknown': { found: 'load', meaning: "A key of Claude Code's settings has no effect here." },
  lookalike: {
    found: 'load',
    meaning: 'A sign only looks like the one that is meant, or nobody sees it.',
  },
  'matcher-bracket': { found: 'load', meaning: 'A `[` of a matcher is never closed and stands for itself.' },
  'matcher-ignored': {
    found: 'load',
    meaning: 'A matcher stands at a point that matches nothing; it is ignored.',
  },
  'matcher-language': {
    found: 'load',
    meaning: 'A matcher looks like another language: a list with commas, an expression, a rule, a path.',
  },
  'matcher-value': { found: 'load', meaning: 'A matcher names a value that the point never has.' },
  'name-twice': {
    found: 'load',
    meaning: 'Two hooks of a file have one name; the later replaces the earlier.',
  },
  'override-guard': {
    found: 'load',
    meaning: 'An agent overrides a point, and a guard runs for it all the same.',
  },
  'permission-name': {
    found: 'load',
    meaning: 'A permission of scripts is called like a tool, which it does not hold back.',
  },
  'program-missing': {
    found: 'validate',
    meaning: 'A hook runs a program that is not on the PATH.',
    ofMachine: true,
  },
  'rule-bare': { found: 'load', meaning: 'A rule holds a command back without any arguments only.' },
  'rule-path': { found: 'load', meaning: 'A rule about files means another path than it seems to.' },
  'rule-path-missing': {
    found: 'validate',
    meaning: 'Nothing is at the path that a rule is about.',
    ofMachine: true,
  },
  'rule-pattern': { found: 'load', meaning: 'The pattern of a rule hardly matches what it is meant for.' },
  'setting-ignored': { found: 'load', meaning: 'A setting has no effect where it stands.' },
  'shell-variable': {
    found: 'load',
    meaning: 'A shell would read and run what a variable of the event holds.',
  },
  'timeout-unit': { found: 'load', meaning: 'A timeout looks like the wrong unit: seconds or milliseconds.' },
  'tool-unknown': { found: 'load', meaning: 'No known tool has the name that a matcher or a rule gives.' },
  'variable-literal': {
    found: 'validate',
    meaning: 'What looks like a variable is given as it stands.',
  },
  'variable-missing': {
    found: 'validate',
    meaning: 'A hook uses a variable or an argument that it is not given.',
    ofMachine: true,
  },
  'variable-unknown': { found: 'load', meaning: 'A script uses a variable that the event does not have.' },
  'yaml-tag': { found: 'load', meaning: 'A `!` makes a tag in YAML, which means nothing here.' },
} as const satisfies Readonly<Record<string, WarningRow>>;

export type WarningCode = keyof typeof warningCodes;

export function isWarningCode(code: string): code is WarningCode {
  return Object.hasOwn(warningCodes, code);
}

export function warningRow(code: WarningCode): WarningRow {
  return warningCodes[code];
}
