import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { scriptText } from '../../config/handlers/script-text.ts';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { failsClosed } from '../../config/load/declaration.ts';
import { type FilePlace, shortPath, type UnplacedWarning, unplaced } from '../../config/source/problem.ts';
import { whyMissing } from '../../config/source/why-missing.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { readReference } from '../../handlers/module/reference.ts';
import { nodeProblem } from '../commands/syntax.ts';

export async function moduleWarnings(declaration: NamedDeclaration): Promise<readonly UnplacedWarning[]> {
  const { runs, place, entry } = declaration;
  const { file, name } = readReference(runs, dirname(place.file));
  const protocol = entry?.type === 'module' ? entry.protocol : undefined;
  if (isFolder(file))
    return [unplaced('handler-missing', `${shortPath(file)} is a folder; name a file in it`)];
  const comment = commentedExport(place);
  // That it is not there, or that this Node cannot run it, is told when files are read.
  if (!isFile(file)) return [];
  const short = shortPath(file);
  const isTyped = /\.[cm]?ts$/.test(file);
  const problem = isTyped ? null : await nodeProblem(file);
  if (problem !== null) return [unplaced('handler-syntax', `${short} cannot be read: ${problem}`)];
  const text = scriptText(file);
  const found = [...comment, ...exitWarnings(short, text), ...fieldWarnings(short, text, protocol)];
  const unheard = printedAnswer(short, text);
  found.push(...unheard, ...changedEvent(short, text));
  await init;
  try {
    const [imports, exported] = parse(text, file);
    found.push(
      ...imports.flatMap(({ n: imported, d: dynamic }) =>
        dynamic === -1 ? importWarnings(short, file, imported) : [],
      ),
    );
    if (failsClosed(declaration) && unheard.length === 0)
      found.push(...missingReturn(short, text, imports.length > 0));
    const isModule = imports.length > 0 || exported.length > 0;
    // What another module gives on is not known here.
    const isOpen = /\bexport\s*\*/.test(text);
    if (isModule || !/\b(?:exports|require)\b/.test(text)) {
      if (!isOpen) found.push(...exportWarnings(short, name, text, exported));
    }
  } catch {
    // Types may be more than the scanner knows. What it cannot read is not told.
  }
  return found;
}

function commentedExport({ text, endColumn }: FilePlace): readonly UnplacedWarning[] {
  const [, name] = /^\s+#([A-Za-z_$][\w$]*)\s*$/.exec(text.slice(endColumn - 1)) ?? [];
  if (name === undefined) return [];
  return [
    unplaced('handler-export', `"#${name}" after a blank is a comment; without the blank it names an export`),
  ];
}

type Exported = ReturnType<typeof parse>[1];

function exportWarnings(
  short: string,
  name: string,
  text: string,
  exported: Exported,
): readonly UnplacedWarning[] {
  const own = exported.find(({ n: one }) => one === name);
  if (own === undefined) {
    const names = exported.map(({ n: one }) => one);
    const what = name === 'default' ? 'no default export' : `no export "${name}"`;
    const others = names.filter((one) => one !== 'default').map((one) => `"#${one}"`);
    const hint =
      name === 'default'
        ? others.length === 0
          ? ''
          : `; ${others.join(', ')} after its name takes another`
        : didYouMean(name, names);
    return [unplaced('handler-export', `${short} has ${what}${hint}`)];
  }
  const value = exportedText(text, own);
  if (value === null || !/^(?:[{[\d"'`]|true\b|false\b|null\b|new\b|await\b)/.test(value)) return [];
  const what = name === 'default' ? 'the default export' : `the export "${name}"`;
  return [unplaced('handler-export', `${what} of ${short} is not a function`)];
}

function exportedText(text: string, { n: name, e: end, ln: local }: Exported[number]): string | null {
  if (name === 'default' && local === undefined) {
    const rest = text.slice(end).trimStart();
    const [, variable] = /^([A-Za-z_$][\w$]*)\s*(?:;|\n|$)/.exec(rest) ?? [];
    return variable === undefined ? rest : initial(text, variable);
  }
  return local === undefined ? null : initial(text, local);
}

function initial(text: string, variable: string): string | null {
  const found = new RegExp(
    `\\b(?:const|let|var)\\s+${variable.replaceAll('$', '\\$')}\\s*(?::[^=\\n]+)?=\\s*`,
  ).exec(text);
  return found === null ? null : text.slice(found.index + found[0].length);
}

function importWarnings(
  short: string,
  file: string,
  imported: string | undefined,
): readonly UnplacedWarning[] {
  if (imported === undefined || isBuiltin(imported) || /^[a-z]+:/.test(imported)) return [];
  if (/^[./]/.test(imported)) {
    const target = resolve(dirname(file), imported);
    if (isFile(target)) return [];
    return [
      unplaced('handler-import', `${short} imports ${imported}, which is not there${whyMissing(target)}`),
    ];
  }
  const [first = '', second = ''] = imported.split('/');
  const name = first.startsWith('@') ? join(first, second) : first;
  if (imported.startsWith('#') || name === 'hookline' || isInstalled(name, dirname(file))) return [];
  return [unplaced('handler-import', `${short} imports ${name}, which is not installed`)];
}

function isInstalled(name: string, folder: string): boolean {
  for (let current = folder; ; current = dirname(current)) {
    if (isFolder(join(current, 'node_modules', name))) return true;
    if (current === dirname(current)) return false;
  }
}

function exitWarnings(short: string, text: string): readonly UnplacedWarning[] {
  const [, found] = /\b(process\.(?:exit|kill|abort))\s*\(/.exec(text) ?? [];
  if (found === undefined) return [];
  const message = `${short} calls ${found}, which ends more than the hook; a module answers by what it returns, such as { decision: 'deny' }`;
  return [unplaced('handler-exit', message)];
}

const camelFields: Readonly<Record<string, string>> = {
  toolInput: 'tool_input',
  toolName: 'tool_name',
  toolResponse: 'tool_response',
  toolUseId: 'tool_use_id',
  hookEventName: 'hook_event_name',
};

function fieldWarnings(
  short: string,
  text: string,
  protocol: string | undefined,
): readonly UnplacedWarning[] {
  if (protocol !== undefined) return [];
  return Object.entries(camelFields)
    .filter(([camel, field]) => new RegExp(`[.{,]\\s{0,20}${camel}\\b`).test(text) && !text.includes(field))
    .map(([camel, field]) =>
      unplaced('handler-field', `${short} reads ${camel}, which events do not have; it is called ${field}`),
    );
}

/** Printed output is for people; hookline reads only the returned answer. */
const printed =
  /\b(console\.(?:log|info|error)|process\.std(?:out|err)\.write)\s*\([^;\n]{0,200}?["'`{,\s](?:decision|permissionDecision|abort|allowed|hookSpecificOutput)\\?["'`]?\s*:/;

function printedAnswer(short: string, text: string): readonly UnplacedWarning[] {
  const [, by] = printed.exec(text) ?? [];
  if (by === undefined) return [];
  const message = `${short} writes its answer to ${by}, which hookline does not read; a module answers by what it returns, such as { decision: 'deny' }`;
  return [unplaced('handler-exit', message)];
}

function changedEvent(short: string, text: string): readonly UnplacedWarning[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const [, field] = /\b(tool_input|tool_response|prompt)(?:\.\w+|\[[^\]\n]+\])+\s*=(?![=>])/.exec(code) ?? [];
  if (field === undefined || /\breturn\s+[^;\s]|=>\s*\(|=>\s*[^\s{(]/.test(code)) return [];
  const message = `${short} changes ${field} in place, which has no effect; return { updatedInput: … }`;
  return [unplaced('event-changed', message)];
}

/** What it imports may throw. */
function missingReturn(short: string, text: string, isImporting: boolean): readonly UnplacedWarning[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const isAnswering = /\b(?:return|throw|require|await|yield)\b|=>\s*[^\s{]/.test(code);
  if (isImporting || isAnswering || !/\b(?:decision|permissionDecision|abort)\b/.test(code)) return [];
  const message = `${short} returns nothing, so it can never block; write return { decision: 'deny' }`;
  return [unplaced('guard-idle', message)];
}
