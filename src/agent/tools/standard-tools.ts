import { z } from 'zod';
import { getOrMake } from '../../engine/values/maps.ts';
import { SerialQueue } from '../../engine/values/serial-queue.ts';
import { absolutePath, realPath } from '../../files/real-path.ts';
import { toolError } from '../../models/tool-result.ts';
import { type BashOptions, bashTool } from './bash.ts';
import { defineTool } from './define-tool.ts';
import { readTool } from './read.ts';
import { globTool } from './search/glob.ts';
import { grepTool } from './search/grep.ts';
import { readTextFile } from './text-file.ts';
import type { Tool } from './tool.ts';

export class KeyedQueue {
  readonly #queues = new Map<string, { readonly queue: SerialQueue; tasks: number }>();

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const entry = getOrMake(this.#queues, key, () => ({ queue: new SerialQueue(), tasks: 0 }));
    entry.tasks += 1;
    try {
      return await entry.queue.run(task);
    } finally {
      entry.tasks -= 1;
      if (entry.tasks === 0) this.#queues.delete(key);
    }
  }
}

const writeInput = z.object({
  file_path: z.string().min(1).describe('The file to write; absolute, or relative to the working folder.'),
  content: z.string().describe('What the whole file is to hold.'),
});

export const writeTool: Tool = defineTool({
  name: 'Write',
  description: 'Writes a whole file, and the folders that it needs. What the file held before is replaced.',
  input: writeInput,
  edits: true,
  async run({ file_path, content }, context) {
    const result = await context.files.write(file_path, content, context);
    if (!result.written) return toolError(`${file_path} was not written: ${result.reason}`);
    const filePath = absolutePath(file_path, context.cwd);
    const changed =
      result.content === content ? '' : ' A hook changed what was written; read it before you edit it.';
    return {
      content: `Wrote ${file_path}.${changed}`,
      response: { filePath, content: result.content ?? '', success: true },
    };
  },
});

const editInput = z.object({
  file_path: z.string().min(1).describe('The file to edit; absolute, or relative to the working folder.'),
  old_string: z
    .string()
    .describe('The exact text to replace. It must occur once, unless replace_all is true.'),
  new_string: z.string().describe('The text to put in its place.'),
  replace_all: z.boolean().optional().describe('Replace every occurrence.'),
});

type EditInput = z.output<typeof editInput>;
type Edited = { readonly text: string; readonly count: number } | { readonly problem: string };

const edits = new KeyedQueue();

export const editTool: Tool = defineTool({
  name: 'Edit',
  description: 'Replaces exact text in a file. Read the file first; line numbers are not part of the text.',
  input: editInput,
  edits: true,
  run(given, context) {
    const { file_path } = given;
    const path = absolutePath(file_path, context.cwd);
    return edits.run(realPath(file_path, context.cwd), async () => {
      const file = await readTextFile(path, { exact: true });
      if ('problem' in file) return toolError(file.problem);
      const edited = edit(file.text, given);
      if ('problem' in edited) return toolError(`${file_path} was not edited: ${edited.problem}`);
      const result = await context.files.write(file_path, edited.text, context);
      if (!result.written) return toolError(`${file_path} was not edited: ${result.reason}`);
      const changed =
        result.content === edited.text ? '' : ' A hook changed what was written; read it before you edit it.';
      const times = edited.count === 1 ? 'one place' : `${edited.count} places`;
      const { old_string: oldString, new_string: newString } = given;
      return {
        content: `Edited ${file_path} in ${times}.${changed}`,
        response: { filePath: path, oldString, newString, replaceAll: given.replace_all ?? false },
      };
    });
  },
});

function edit(text: string, { old_string, new_string, replace_all = false }: EditInput): Edited {
  if (old_string === '') return { problem: 'old_string is empty; use Write to write a whole file' };
  if (old_string === new_string) return { problem: 'old_string and new_string are the same' };
  // The reader of the file saw no carriage returns.
  const isWindows = !text.includes(old_string) && text.includes('\r\n');
  const [sought, put] = isWindows ? [crlf(old_string), crlf(new_string)] : [old_string, new_string];
  const parts = text.split(sought);
  const count = parts.length - 1;
  if (count === 0)
    return { problem: 'old_string does not occur in it; it must match exactly, blanks included' };
  if (count > 1 && !replace_all) {
    return {
      problem: `old_string occurs ${count} times; add text around it until it is unique, or set replace_all`,
    };
  }
  return { text: parts.join(put), count };
}

function crlf(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}

export interface StandardToolsOptions {
  readonly bash?: BashOptions;
}

export function standardTools(options: StandardToolsOptions = {}): readonly Tool[] {
  return [bashTool(options.bash), readTool, writeTool, editTool, globTool, grepTool];
}
