import { isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import { isPatchTool } from '../../shell/actions/tools/patch-files.ts';
import { ToolPaths } from '../../shell/actions/tools/tool-paths.ts';
import { readShell } from '../../shell/read/read-shell.ts';
import { Texts } from './texts.ts';

const tools = new ToolPaths({}, 'judge');

/** What an edit takes out of a file. Whoever removes a secret must be able to name it. */
const removed = /^(?:old|original|previous|search)_?(?:str|string|text|content|code|value)?s?$/i;

export function sentTexts(tool: string, input: unknown): Texts {
  const texts = new Texts();
  texts.addAll(isPatchTool(tool) ? withoutRemovedLines(input) : input, (name) => removed.test(name));
  for (const line of linesOf(tool, input)) addWords(line, texts);
  return texts;
}

/** A patch takes out the lines that begin with a minus. */
function withoutRemovedLines(value: unknown): unknown {
  if (typeof value === 'string')
    return value.trimStart().startsWith('*** Begin Patch') ? value.replace(/^-.*$/gm, '') : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutRemovedLines(item)]));
}

/** Words as a program gets them: quotes and variables that the line itself sets can take a secret apart. */
function addWords(line: string, texts: Texts): void {
  if (!/['"\\$]/.test(line)) return;
  for (const { words, assignments, redirections, input } of readShell(line).commands) {
    const all = [
      ...words,
      ...assignments.flatMap(({ value }) => value ?? []),
      ...redirections.flatMap(({ target, text }) => [target ?? [], text ?? []].flat()),
    ];
    for (const { value, source } of all)
      if (value !== null && !source.includes(value)) texts.add(value, 'command');
    if (input !== null && !line.includes(input)) texts.add(input, 'command');
  }
}

function linesOf(tool: string, input: unknown): readonly string[] {
  try {
    return tools
      .in(tool, input)
      .filter(({ kind }) => kind === 'command')
      .map(({ value }) => textOf(value));
  } catch (problem) {
    // It has no line that could be read; its texts are looked through as they are.
    if (problem instanceof UnjudgeablePath) return [];
    throw problem;
  }
}
