import { compileGlob } from '../../engine/hooks/fnmatch.ts';
import { canonicalTool } from '../../engine/points/tool-names.ts';
import { didYouMean, nearest } from '../../engine/values/suggest.ts';
import { words } from '../../engine/values/text.ts';
import type { UnplacedWarning } from '../source/problem.ts';
import { knownTools } from './known-tools.ts';
import { asPlain, disguise } from './lookalikes.ts';
import { usualPrograms } from './usual-programs.ts';

export interface OwnTools {
  readonly tools: readonly string[];
  readonly servers: readonly string[];
}

export const noOwnTools: OwnTools = { tools: [], servers: [] };

export type ServerForm = 'mcp__NAME__*' | 'mcp__NAME__.*' | 'mcp__NAME';

export function toolNames({ tools }: OwnTools): ReadonlySet<string> {
  return new Set([...knownTools, ...tools]);
}

export function patternNames({ tools }: OwnTools): readonly string[] {
  return [...knownTools.filter((name) => canonicalTool(name) === name), ...tools];
}

export function toolWarning(name: string, own: OwnTools, form: ServerForm): UnplacedWarning | null {
  const tools = toolNames(own);
  if (tools.has(name)) return null;
  const strange = disguise(name, true);
  if (strange !== null) return lookalike(name, strange);
  const server = serverWarning(name, own, form);
  if (server !== undefined) return server;
  if (!/[*?[]/.test(name)) return unknown(name, toolHint(name, own, form));
  const glob = compileGlob(name);
  if (patternNames(own).some((tool) => glob.matches(tool))) return null;
  const bare = name.replaceAll(/[^\w-]/g, '');
  const suggestion = nearestTool(bare, own);
  const hint = suggestion === null ? '' : `; did you mean "${suggestion}"?`;
  return { code: 'tool-unknown', message: `no known tool matches "${name}"${hint || ownHint}` };
}

export function lookalike(text: string, strange: string): UnplacedWarning {
  const message = `${shown(text)} has ${strange}; write ${JSON.stringify(asPlain(text).replace(/^"(.*)"$/s, '$1'))}`;
  return { code: 'lookalike', message };
}

function shown(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u00a0\u00ad]|[^\P{Cf}]|[^\P{Zs} ]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function nearestTool(name: string, own: OwnTools): string | null {
  const tools = [...toolNames(own)];
  const inSmall = name.toLowerCase();
  const same = tools.find((tool) => tool.toLowerCase() === inSmall);
  const found = same ?? meantTool(name) ?? nearest(name, tools);
  return found === null || /^[A-Z]/.test(found) ? found : canonicalTool(found);
}

/** Whether a word can only be meant for a tool: `bash` is, and `curl` is a program. */
export function isMeantTool(word: string, own: OwnTools): boolean {
  const isSame = [...toolNames(own)].some((tool) => tool.toLowerCase() === word.toLowerCase());
  return isSame || (!usualPrograms.has(word) && /^\w+$/.test(word) && nearestTool(word, own) !== null);
}

const ownHint = '; list tools of your own under "tools:"';

function unknown(name: string, hint: string): UnplacedWarning {
  return { code: 'tool-unknown', message: `no known tool is called "${name}"${hint}` };
}

function toolHint(name: string, own: OwnTools, form: ServerForm): string {
  const [server, tool] = name.split('__');
  if (server !== undefined && tool !== undefined && own.servers.includes(server))
    return `, did you mean "mcp__${server}__${tool || (form === 'mcp__NAME' ? '' : '*')}"?`;
  const suggestion = nearestTool(name, own) ?? (tool ? `mcp__${name}` : null);
  return suggestion === null ? ownHint : `, did you mean "${suggestion}"?`;
}

function serverWarning(
  name: string,
  { servers }: OwnTools,
  form: ServerForm,
): UnplacedWarning | null | undefined {
  if (!/^mcp[^a-z0-9]/i.test(name)) return undefined;
  const [server = '', ...tool] = name.replace(/^mcp__/, '').split('__');
  if (!name.startsWith('mcp__') || server === '') {
    return unknown(
      name,
      `; the tools of an MCP server are mcp__SERVER__TOOL, did you mean "${respelt(name, form)}"?`,
    );
  }
  const isOpen = /[*?[]/.test(server);
  const suggestion = isOpen || servers.includes(server) ? '' : didYouMean(server, servers);
  if (suggestion !== '') {
    return { code: 'tool-unknown', message: `no MCP server is called "${server}"${suggestion}` };
  }
  const isWhole = tool.length > 0 ? tool.every((part) => part !== '') : isOpen || form === 'mcp__NAME';
  return isWhole ? null : unknown(name, `; all tools of that server are "${form.replace('NAME', server)}"`);
}

function respelt(name: string, form: ServerForm): string {
  const [server, ...tool] = name
    .replace(/^mcp[^a-z0-9]*/i, '')
    .split(/__|[^\w*?[\]-]/)
    .map((part) => part.replace(/_?\*+$/, ''))
    .filter((part) => part !== '');
  if (server === undefined) return 'mcp__*';
  return tool.length === 0 ? form.replace('NAME', server) : `mcp__${server}__${tool.join('__')}`;
}

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

const meantTools: ReadonlyMap<string, string> = new Map(
  Object.entries(meant).flatMap(([tool, names]) => names.map((name) => [name, tool] as const)),
);

function meantTool(word: string): string | null {
  return meantTools.get(word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')) ?? null;
}
