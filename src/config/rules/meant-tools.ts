import { words } from '../../engine/values/text.ts';

const meant: Readonly<Record<string, readonly string[]>> = {
  Bash: words(`
    bashtool cli cmd command commandline console exec execcommand execute executebash executecommand
    executeshell localshell run runbash runcommand runinterminal runshell runshellcommand
    runterminalcmd runterminalcommand sh shell shellcommand shellexec shelltool subprocess system
    terminal zsh
  `),
  Write: words('createfile filewrite save savefile writefile writefiles writetofile writetool createnewfile'),
  Edit: words(`
    applydiff applypatch editfile editfiles edittool fileedit inserteditintofile modifyfile patch
    replace replaceinfile searchreplace strreplace strreplacebasededittool strreplaceeditor update
    updatefile
  `),
  Read: words('cat fileread loadfile openfile readfile readfiles readmanyfiles readtool view viewfile'),
  Glob: ['fileglob', 'filesearch', 'find', 'findfiles', 'globfiles'],
  Grep: words('codebasesearch codesearch grepsearch ripgrep search searchcode searchfilecontent searchfiles'),
  LS: ['dir', 'listdir', 'listdirectory', 'listfiles'],
  WebFetch: words('browse browser curl download fetch fetchurl fetchwebpage http httprequest webfetchtool'),
  WebSearch: ['google', 'googlewebsearch', 'searchweb', 'websearchtool'],
  Task: ['agenttool', 'delegate', 'spawn', 'spawnagent', 'subagent', 'subagents', 'tasktool'],
  TodoWrite: ['todo', 'todos', 'todowritetool', 'writetodos'],
  NotebookEdit: ['editnotebook', 'jupyter', 'notebook'],
};

const tools: ReadonlyMap<string, string> = new Map(
  Object.entries(meant).flatMap(([tool, names]) => names.map((name) => [name, tool] as const)),
);

export function meantTool(word: string): string | null {
  return tools.get(word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')) ?? null;
}
