/** Which arguments of a tool are paths, and what the tool does to them. */
export interface ToolRow {
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
  readonly delete?: readonly string[] | undefined;
  /** Arguments that are shell commands. */
  readonly command?: readonly string[] | undefined;
  /** Whether everything below the path is read too. */
  readonly deep?: boolean | undefined;
  /** Without the argument, the tool works on the current folder. */
  readonly optional?: boolean | undefined;
  /** It tells names, not what is in files. */
  readonly lists?: boolean | undefined;
  /** It searches in files: the argument that takes patterns of what it leaves out, with `!`. */
  readonly excludes?: string | undefined;
  /** Arguments with kinds of files: `ts`. */
  readonly types?: readonly string[] | undefined;
  /** Arguments that are patterns of paths. */
  readonly pattern?: readonly string[] | undefined;
}

export type ToolTable = Readonly<Record<string, ToolRow>>;

/** The tools of the coding agents that touch files or run commands. A key is a matcher. */
export const toolTable: ToolTable = {
  Read: { read: ['file_path'] },
  'Write|Edit|MultiEdit': { write: ['file_path'] },
  NotebookRead: { read: ['notebook_path'] },
  NotebookEdit: { write: ['notebook_path'] },
  LS: { read: ['path'], optional: true, lists: true },
  Glob: { read: ['path'], pattern: ['pattern'], optional: true, lists: true },
  Grep: {
    read: ['path'],
    pattern: ['glob', 'include', 'include_pattern', 'includePattern'],
    types: ['type'],
    deep: true,
    optional: true,
    excludes: 'glob',
  },
  'str_replace_based_edit_tool|str_replace_editor|text_editor|developer__text_editor': { write: ['path'] },
  // Their commands are names, not lines for a shell.
  'SlashCommand|Skill': {},
  // What they are given goes elsewhere, or is for people to read.
  'WebSearch|TodoWrite': {},
  'Bash|shell|run_shell_command|execute_command|mcp__*__execute_command': { command: ['command'] },
};
