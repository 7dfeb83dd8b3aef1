import { z } from 'zod';
import { cutEnd } from '../../engine/values/cut-text.ts';
import { absolutePath } from '../../files/real-path.ts';
import { toolError } from '../../models/tool-result.ts';
import { defineTool } from './define-tool.ts';
import { readTextFile } from './text-file.ts';
import type { Tool } from './tool.ts';

const defaultLines = 2000;
const maxLineLength = 2000;
const maxLength = 200_000;

const input = z.object({
  file_path: z.string().min(1).describe('The file to read; absolute, or relative to the working folder.'),
  offset: z.number().int().min(1).optional().describe('The first line to read, counted from 1.'),
  limit: z.number().int().min(1).optional().describe(`How many lines to read. Default: ${defaultLines}.`),
});

export const readTool: Tool = defineTool({
  name: 'Read',
  description:
    'Reads a text file. Every line comes with its number and an arrow in front, which are not part of it.',
  input,
  concurrent: true,
  readOnly: true,
  async run({ file_path, offset = 1, limit = defaultLines }, { cwd }) {
    const file = await readTextFile(absolutePath(file_path, cwd), { exact: false });
    if ('problem' in file) return toolError(file.problem);
    if (file.text === '') return `${file_path} is empty.`;
    const lines = linesOf(file.text);
    if (offset > lines.length) {
      return toolError(`${file_path} has ${lines.length} lines, so there is no line ${offset}`);
    }
    return numbered(lines, offset, limit);
  },
});

function linesOf(text: string): readonly string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function numbered(lines: readonly string[], offset: number, limit: number): string {
  const end = Math.min(lines.length, offset - 1 + limit);
  let text = '';
  let at = offset - 1;
  for (; at < end && text.length < maxLength; at += 1) {
    text += `${String(at + 1).padStart(6)}→${cutEnd(lines[at] ?? '', maxLineLength)}\n`;
  }
  if (at === lines.length) return text;
  return `${text}[lines ${offset} to ${at} of ${lines.length}; go on with offset ${at + 1}]\n`;
}
