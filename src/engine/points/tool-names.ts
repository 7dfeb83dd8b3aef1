/** A tool by the name that events carry, and what else it is called. */
interface ToolRow {
  /** Its names elsewhere: whoever names one of them means this tool. */
  readonly also: readonly string[];
  /** Tools of their own whose rules are meant for this one too. */
  readonly is?: readonly string[];
  /** What hooks of a wire get to see instead. */
  readonly on?: Readonly<Record<string, string>>;
}

/** Every tool that has more than one name. PowerShell is none of Bash's: rules about one language cannot read the other. */
const toolTable: Readonly<Record<string, ToolRow>> = {
  Bash: { also: ['shell', 'run_shell_command', 'execute_command'], on: { armament: 'shell' } },
  Task: { also: ['Agent'], on: { 'claude-code': 'Agent' } },
  // It edits files and makes new ones.
  apply_patch: { also: [], is: ['Edit', 'Write'] },
};

const rows = Object.entries(toolTable);

const canonical = new Map(rows.flatMap(([name, { also }]) => also.map((other) => [other, name] as const)));

/** Every name that the table has, for whoever asks whether a tool is known. */
export const tableOfNames: readonly string[] = rows.flatMap(([name, { also }]) => [name, ...also]);

/** The name that events carry for the tool of that name. */
export function canonicalTool(name: string): string {
  return canonical.get(name) ?? name;
}

const meanings = new Map(
  [...tableOfNames, ...rows.flatMap(([, { is = [] }]) => is)].map((name) => {
    const tool = canonicalTool(name);
    const meant = rows.filter(([row, { is = [] }]) => row === tool || is.includes(tool));
    return [name, [...new Set([name, ...meant.flatMap(([row, { also }]) => [row, ...also])])]] as const;
  }),
);

/** The names of the tools that a plain name means, under each of which an event may come. */
export function toolsNamed(name: string): readonly string[] {
  return meanings.get(name) ?? [name];
}

/** Whether a plain name means the tool that an event names. */
export function isToolNamed(tool: string, name: string): boolean {
  return toolsNamed(name).includes(tool);
}

const wireNames = new Map(
  rows.flatMap(([name, { on = {} }]) => Object.entries(on).map(([wire, word]) => [`${wire} ${name}`, word])),
);

/** What hooks of that wire call the tool. */
export function toolOnWire(name: string, wire: string): string {
  return wireNames.get(`${wire} ${name}`) ?? name;
}
