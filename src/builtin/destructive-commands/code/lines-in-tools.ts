import { lookUp } from '../../../engine/values/look-up.ts';

/** How the small languages of tools run a shell line. */
const tools: Readonly<Record<string, (code: string) => readonly string[]>> = {
  sed: (code) => code.split(/[;{}\n]/).flatMap((part) => sedLine(part.trim())),
  vim: (code) => [
    ...behind(code.split(/[|\n]/), /^:?[%\d,.$]*r?!/),
    ...[...code.matchAll(/\bsystem\(['"]([^'"\n]*)/g)].flatMap((match) => match[1] ?? []),
  ],
  ed: (code) => behind(code.split('\n'), /^[\d,$%]*[rw]?!/),
  gdb: (code) => behind(code.split('\n'), /^(?:shell |!)/),
  make: (code) => [
    ...code
      .split('\n')
      .flatMap((line) => (line.startsWith('\t') ? line.slice(1).replace(/^[-@+]+/, '') : [])),
    ...code
      .split('\n')
      .flatMap((line) => (/^[^\t=:]+:/.test(line) ? line.split(';').slice(1).join(';') : [])),
    ...[...code.matchAll(/\$\(shell ([^)\n]+)\)/g)].flatMap((match) => match[1] ?? []),
  ],
  sql: (code) => [
    ...behind(code.split('\n'), /^(?:\\!|\.shell |\.system )/),
    ...[...code.matchAll(/\bprogram '([^']*)'/gi)].flatMap((match) => match[1] ?? []),
  ],
  tcl: (code) => [...code.matchAll(/\bexec ([^\n\];}]+)/g)].flatMap((match) => match[1] ?? []),
  powershell: powershell,
  cmd: powershell,
  jq: () => [],
  calculator: (code) => behind(code.split('\n'), /^!/),
};

/** The shell lines in the code of a tool; null where the language is no tool's. */
export function linesInTool(language: string, code: string): readonly string[] | null {
  return lookUp(tools, language)?.(code).filter((line) => line.trim() !== '') ?? null;
}

/** What stands behind a mark at the beginning of a line. */
function behind(lines: readonly string[], mark: RegExp): readonly string[] {
  return lines
    .map((line) => line.trim())
    .flatMap((line) => (mark.test(line) ? line.replace(mark, '').trim() : []));
}

/** `1e rm x`, and `s/a/b/e`, which runs what comes of it. */
function sedLine(part: string): readonly string[] {
  const address = /^(?:[\d$,!~+ ]|\/[^/]*\/)*/.exec(part)?.[0] ?? '';
  const command = part.slice(address.length);
  if (/^e\s/.test(command)) return [command.slice(2)];
  const [, , , flags = ''] = command.startsWith('s') ? command.split(command.charAt(1)) : [];
  return command === 'e' || /^[gpiImM\d]*e/.test(flags) ? ['eval "$code"'] : [];
}

/** PowerShell knows the names of most programs, and says some things by names of its own. */
function powershell(code: string): readonly string[] {
  const plain = code
    .replaceAll(/\b(?:Remove-Item|ri|rd|del|erase)\b/gi, 'rm')
    .replaceAll(/\s[-/](?:Recurse|r|s)\b/gi, ' -r')
    .replaceAll(/\s[-/](?:Force|fo|q)\b/gi, ' -f')
    .replaceAll(/\b(?:Stop-Computer|Restart-Computer)\b/gi, 'shutdown')
    .replaceAll(/\b(?:Format-Volume|Clear-Disk|Initialize-Disk)\b/gi, 'mkfs')
    .replaceAll(/\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b/gi, 'curl')
    .replaceAll(/\b(?:Invoke-Expression|iex)\b/gi, 'sh')
    .replaceAll('\\', '/');
  return [plain];
}
