import { words } from '../values/text.ts';

interface ToolRow {
  readonly also: readonly string[];
  /** Agents' names that differ only in case or are common words: matchers tell them apart. */
  readonly spelled?: readonly string[];
  readonly is?: readonly string[];
  readonly on?: Readonly<Record<string, string>>;
}

/** A tool without a row keeps its agent's own name. PowerShell isn't Bash: rules about one can't read the other. */
const toolTable: Readonly<Record<string, ToolRow>> = {
  Bash: {
    spelled: words('bash Shell Execute'),
    also: words(
      'shell run_shell_command execute_command exec_command shell_command execute_bash local_shell ' +
        'developer__shell run_in_terminal run_terminal_cmd run_terminal_command run_command',
    ),
    on: { armament: 'shell' },
  },
  PowerShell: { spelled: words('powershell'), also: words('pwsh') },
  Read: { spelled: words('read ReadFile view'), also: words('read_file read_many_files view_file fs_read') },
  Write: {
    spelled: words('write WriteFile create Create'),
    also: words('write_file write_to_file create_file create_new_file'),
  },
  Edit: {
    spelled: words('edit replace'),
    also: words('edit_file replace_in_file replace_string_in_file search_replace insert_edit_into_file'),
  },
  MultiEdit: { spelled: words('multiedit'), also: words('multi_edit multi_replace_string_in_file') },
  NotebookEdit: { also: words('notebook_edit edit_notebook edit_notebook_file') },
  Glob: { spelled: words('glob'), also: words('file_search glob_file_search') },
  Grep: { spelled: words('grep'), also: words('grep_search search_file_content search_files') },
  LS: { spelled: words('ls list'), also: words('list_dir list_directory list_files') },
  Task: {
    spelled: words('task'),
    also: words('Agent spawn_agent invoke_agent delegate_to_agent run_subagent runSubagent use_subagent'),
    on: { 'claude-code': 'Agent' },
  },
  WebFetch: { spelled: words('webfetch'), also: words('web_fetch FetchUrl fetch_webpage read_web_page') },
  WebSearch: { spelled: words('websearch'), also: words('web_search google_web_search') },
  TodoWrite: {
    spelled: words('todowrite'),
    also: words('todo_write write_todos update_todo manage_todo_list'),
  },
  AskUserQuestion: { also: words('ask_user') },
  Skill: { spelled: words('skill'), also: words('activate_skill') },
  // They edit and create files, from inputs in their own form.
  apply_patch: { also: words('ApplyPatch applypatch'), is: ['Edit', 'Write'] },
  str_replace_editor: {
    also: words('str_replace_based_edit_tool text_editor developer__text_editor'),
    is: ['Edit', 'Write'],
  },
  fs_write: { also: [], is: ['Edit', 'Write'] },
};

const rows = Object.entries(toolTable);

const canonical = new Map(
  rows.flatMap(([name, { also, spelled = [] }]) =>
    [...also, ...spelled].map((other) => [other, name] as const),
  ),
);

export const tableOfNames: readonly string[] = rows.flatMap(([name, { also }]) => [name, ...also]);

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

export function toolsNamed(name: string): readonly string[] {
  return meanings.get(name) ?? [name];
}

export function isToolNamed(tool: string, name: string): boolean {
  return toolsNamed(name).includes(tool);
}

const wireNames = new Map(
  rows.flatMap(([name, { on = {} }]) => Object.entries(on).map(([wire, word]) => [`${wire} ${name}`, word])),
);

export function toolOnWire(name: string, wire: string): string {
  return wireNames.get(`${wire} ${name}`) ?? name;
}

/** What a person means by an agent's own name: `bash` is Bash. */
export function toolsSpelled(name: string): readonly string[] {
  return [...new Set([...toolsNamed(name), ...toolsNamed(canonicalTool(name))])];
}
