import { shortPath, type UnplacedWarning } from '../source/problem.ts';
import type { HookScript } from './script.ts';

/** What a function prints is for people, so an answer that it prints is heard by nobody. */
const printed =
  /\b(console\.(?:log|info|error)|process\.std(?:out|err)\.write)\s*\([^;\n]{0,200}?["'`{,\s](?:decision|permissionDecision|abort|allowed|hookSpecificOutput)\\?["'`]?\s*:/;

/** Says so when a module writes its answer instead of returning it. */
export function printedAnswer(short: string, text: string): readonly UnplacedWarning[] {
  const [, by] = printed.exec(text) ?? [];
  if (by === undefined) return [];
  const message = `${short} gives an answer to ${by}, where nobody hears it; a module answers by what it returns, such as { decision: 'deny' }`;
  return [{ code: 'handler-exit', message }];
}

/** Says so when a module that must hold makes an answer, and returns and throws nothing. What it imports may throw. */
export function missingReturn(short: string, text: string, isImporting: boolean): readonly UnplacedWarning[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const isAnswering = /\b(?:return|throw|require|await|yield)\b|=>\s*[^\s{]/.test(code);
  if (isImporting || isAnswering || !/\b(?:decision|permissionDecision|abort)\b/.test(code)) return [];
  const message = `${short} returns nothing, so it can never hold anything back; write return { decision: 'deny' }`;
  return [{ code: 'guard-idle', message }];
}

/** Says so when a script of Node exports a function, as modules do, and has no way to answer by itself. */
export function exportingScript({ file, text, reader }: HookScript): readonly UnplacedWarning[] {
  const isExporting = /^\s*(?:export\s|module\.exports\b|exports\.\w)/m.test(text);
  if (reader !== 'node' || !isExporting || /\b(?:process|console|import|require)\b/.test(text)) return [];
  const message = `${shortPath(file)} exports a function, which a command never calls; write type: module`;
  return [{ code: 'handler-exit', message }];
}
