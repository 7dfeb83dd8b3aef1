import { lookUp } from '../../engine/values/look-up.ts';
import { cardOf } from '../programs/cards.ts';
import type { CodeFindings } from './code.ts';

interface Tool {
  readonly lines?: (code: string) => readonly string[];
  readonly reads?: RegExp;
  readonly writes?: RegExp;
  /** Calls that start programs or read code, so anything may run. */
  readonly starts?: RegExp;
  /** Without a call that starts something, it does nothing but compute and print. */
  readonly isSmall?: true;
  /** Any line or text in it may be a command that some program runs. */
  readonly mayRun?: true;
}

const removing =
  /\b(?:unlink|rmdir|rm_rf|rm_r|rm|rmtree|remove_?(?:all|dir_?all|dir|tree)?|delete-(?:directory|file)|delete(?:_?(?:dir|recursive(?:ly)?))?|file\.remove)!?[\s(]+["']([^"'\n]+)["']/gi;

const tools: Readonly<Record<string, Tool>> = {
  applescript: {
    lines: (code) => captured(code, /\bdo\s+shell\s+script\s+"((?:[^"\\]|\\.)*)"/gi),
    starts: /\bdo\s+shell\s+script\s+[^"\s]/i,
  },
  calculator: { lines: (code) => behind(code.split('\n'), /^!/), isSmall: true },
  cmake: { starts: /\bexecute_process\b|\bCOMMAND\b/i },
  cmd: { lines: powershell },
  code: {
    starts:
      /\b(?:system|exec\w*|spawn\w*|popen|shell|Process(?:Builder)?|Runtime|child_process|subprocess|sh|run|command|qx|run-program|call-process)\b|`|\.!|^!/im,
  },
  ed: {
    lines: (code) => behind(code.split('\n'), /^[\d,$%]*[rwe]?\s*!/),
    reads: /^[\d,$%]*[rEe]\s+([^!\s]\S*)/gm,
    writes: /^[\d,$%]*[wW]q?\s+([^!\s]\S*)/gm,
    isSmall: true,
  },
  elisp: { starts: /shell-command|call-process|start-process|async-shell|make-process|\beval\b/ },
  elixir: { starts: /\bSystem\.(?:cmd|shell)|:os\.|\bPort\.open|\bCode\.(?:eval|require)/ },
  erlang: { starts: /\bos:cmd|open_port|\bfile:(?:eval|script)/ },
  file: { isSmall: true, mayRun: true },
  gdb: {
    lines: (code) => behind(code.split('\n'), /^(?:shell |!|make )/),
    starts: /^[ \t]*(?:python|pipe|source|call|r(?:un)?|start(?:i)?|launch)\b/m,
    isSmall: true,
  },
  haskell: { starts: /[Pp]rocess|\bsystem\b|[cC]ommand|unsafe/ },
  jq: { starts: /(?<![.\w])(?:import|include|modulemeta|get_search_list)\b/, isSmall: true },
  julia: { starts: /\b(?:run|pipeline|eval|include)\s*\(|`/ },
  make: { lines: makeLines, starts: /^\t.*\$[({]\w+[)}]/m },
  ninja: { lines: (code) => captured(code, /^[ \t]*command[ \t]*=[ \t]*(.*)$/gm) },
  powershell: { lines: powershell },
  r: { starts: /\b(?:system2?|shell|pipe|processx|eval|source)\s*\(/ },
  sftp: {
    lines: (code) => behind(code.split('\n'), /^!/),
    reads: /^[ \t]*(?:re|m)?put(?:[ \t]+-\S+)*[ \t]+(\S+)/gm,
    writes: /^[ \t]*(?:re|m)?get(?:[ \t]+-\S+)*[ \t]+\S+[ \t]+(\S+)/gm,
    isSmall: true,
  },
  tcl: {
    lines: (code) => captured(code, /\b(?:exec|spawn|system)\s+([^\n\];}]+)/g),
    starts: /\b(?:eval|uplevel|open\s+"?\|)|\b(?:exec|spawn)\s+[$[]/,
  },
  vim: {
    lines: (code) => [
      ...behind(code.split(/[|\n]/), /^:?[%\d,.$]*(?:r|w|silent!?|sil!?)?\s*!/),
      ...captured(code, /\bsystem(?:list)?\(['"]([^'"\n]*)/g),
    ],
    reads:
      /(?:^|[|\n])[ \t]*:?(?:sil\w*!?\s+)?(?:\d*r(?:ead)?|so(?:urce)?|e(?:dit)?|sp\w*|vs\w*|tabe\w*)!?\s+([^!|\s][^|\s]*)|\breadfile\(['"]([^'"\n]*)/g,
    writes:
      /(?:^|[|\n])[ \t]*:?(?:sil\w*!?\s+)?[%\d,.$]*(?:w(?:rite)?|wq|x|sav\w*|up\w*)!?\s+(?:>>\s*)?([^!|\s][^|\s]*)|\b(?:writefile|delete|rename)\([^)\n]{0,200}?['"]([^'"\n]*)/g,
    starts:
      /\b(?:py(?:thon)?[3x]?|perl(?:do)?|rub?y?|lua(?:do|file)?|tcl|mz\w*|exe(?:cute)?|feedkeys|job_start|term\w*|jobstart|libcall|eval)\b/,
    isSmall: true,
  },
};

/** What can be seen in the code of a tool or of a language without a reader; the rest is a doubt. */
export function readToolCode(language: string, code: string, found: CodeFindings): void {
  const tool = lookUp(tools, language) ?? {};
  for (const line of tool.lines?.(code) ?? []) found.run(line.trim());
  for (const path of tool.reads === undefined ? [] : captured(code, tool.reads)) found.path('read', [path]);
  for (const path of tool.writes === undefined ? [] : captured(code, tool.writes))
    found.path('write', [path]);
  if (tool.isSmall !== true) for (const path of captured(code, removing)) found.path('delete', [path], true);
  const [started] = tool.starts?.exec(code) ?? [];
  if (started !== undefined) found.doubt('hidden', started.trim());
  else if (tool.isSmall !== true) found.doubt('unknown', `code in ${language}`);
  if (tool.mayRun === true)
    for (const line of code.split('\n'))
      guessed(line.replace(/^[\s@-]*(?:[\w-]+\s*[:=]\s*)?!?\s*/, ''), found);
  if (tool.isSmall === true && tool.mayRun !== true && started === undefined) return;
  for (const text of captured(code, /"((?:[^"\\\n]|\\.)*)"?|'([^'\n]*)'?|`([^`\n]*)`?/g)) {
    found.texts.add(text);
    found.given.set(text, true);
    if (started !== undefined) found.run(text, false);
    else if (tool.mayRun === true) guessed(text, found);
  }
}

/** Text that begins as a command does may be one. */
function guessed(text: string, found: CodeFindings): void {
  const [, name = ''] = /^(?:\S*\/)?([\w.[-]+)\s/.exec(text) ?? [];
  if (cardOf(name) !== null) found.run(text, false);
}

function captured(code: string, expression: RegExp): readonly string[] {
  return [...code.matchAll(expression)]
    .slice(0, 200)
    .flatMap(([, ...groups]) => groups.find((group) => group !== undefined) ?? []);
}

function behind(lines: readonly string[], mark: RegExp): readonly string[] {
  return lines
    .map((line) => line.trim())
    .flatMap((line) => (mark.test(line) ? line.replace(mark, '').trim() : []));
}

function makeLines(code: string): readonly string[] {
  const lines = code.split('\n');
  return [
    ...lines.flatMap((line) => (line.startsWith('\t') ? line.slice(1).replace(/^[-@+]+/, '') : [])),
    ...lines.flatMap((line) => (/^[^\t=:]+:/.test(line) ? line.split(';').slice(1).join(';') : [])),
    ...captured(code, /\$\(shell ([^)\n]+)/g),
  ];
}

/** PowerShell's own names for what other programs do, and how it writes their options. */
const cmdlets: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Remove-Item|ri|rd|rmdir|del|erase)\b/gi, 'rm'],
  [/\b(?:Get-Content|gc|type)\b/gi, 'cat'],
  [/\b(?:Select-String|sls|findstr)\b/gi, 'grep'],
  [/\b(?:Copy-Item|cpi|copy|xcopy)\b/gi, 'cp'],
  [/\b(?:Move-Item|mi|move)\b/gi, 'mv'],
  [/\b(?:Get-ChildItem|gci|dir)\b/gi, 'ls'],
  [/\b(?:Set-Content|Out-File|Add-Content)\b/gi, 'tee'],
  [/\b(?:Clear-Content|clc)\b/gi, 'truncate -s 0'],
  [/\bClear-RecycleBin\b/gi, 'trash-empty'],
  [/\bGet-Process\s*(?:\||$)/gi, '. |'],
  [/\b(?:Stop-Process|spps|kill)\s+(?:-Id\s+)?(?=[$\d])/gi, 'kill '],
  [/\b(?:Stop-Process|spps)\b/gi, 'killall'],
  [/\bStop-Service\b/gi, 'systemctl stop'],
  [/\b(?:Stop-Computer|Restart-Computer)\b/gi, 'shutdown'],
  [
    /\b(?:Format-Volume|(?:Clear|Initialize)-Disk|Remove-(?:Partition|PhysicalDisk|VirtualDisk|VM|VHD|StoragePool))\b/gi,
    'mkfs /dev/',
  ],
  [/\b(?:(?:Remove|Disable)-LocalUser|Remove-(?:AD|Az|Mg)\w+)\b/gi, 'userdel'],
  [/\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b/gi, 'curl'],
  [/\b(?:Invoke-Expression|iex)\b/gi, 'sh'],
  [/\s[-/](?:Recurse|r|s)\b/gi, ' -r'],
  [/\s[-/](?:Force|fo|f|q)\b/gi, ' -f'],
  [/\s-(?:LiteralPath|Path|Name|Destination|InputObject|Value)\b/gi, ''],
  [/\s-(?:Confirm|WhatIf)(?::\$\w+)?|\s-(?:ErrorAction|ea|Filter|Include|Exclude)\s+\S+/gi, ''],
];

function powershell(code: string): readonly string[] {
  const plain = cmdlets
    .reduce((text, [name, other]) => text.replaceAll(name, other), decoded(code))
    .replaceAll('\\', '/');
  return [plain.split('\n').map(handedOn).join('\n')];
}

/** Behind a pipe, a program works on what the one before it lists. */
function handedOn(line: string): string {
  const parts = line.split('|');
  return parts
    .map((part, at) => {
      if (at === 0 || !/^\s*(?:rm|truncate -s 0|killall|cat|mv)(?:\s+-\w+)*\s*(?:[;}].*)?$/.test(part))
        return part;
      const listed = /^\s*ls((?:\s+\S+)*)\s*$/.exec(parts[at - 1] ?? '')?.[1]?.split(/\s+/) ?? [];
      const path = listed.find((word) => word !== '' && !word.startsWith('-')) ?? '.';
      return part.replace(
        /^\s*(?:rm|truncate -s 0|killall|cat|mv)(?:\s+-\w+)*/,
        (start) => `${start} ${path} `,
      );
    })
    .join('|');
}

function decoded(code: string): string {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(code)) return code;
  const text = Buffer.from(code, 'base64').toString('utf16le');
  return /^[\x20-\x7e\s]+$/.test(text) ? text : code;
}
