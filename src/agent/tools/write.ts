import { z } from 'zod';
import { absolutePath } from '../../files/real-path.ts';
import { toolError } from '../../models/tool-result.ts';
import { defineTool } from './define-tool.ts';
import type { Tool } from './tool.ts';

const input = z.object({
  file_path: z.string().min(1).describe('The file to write; absolute, or relative to the working folder.'),
  content: z.string().describe('What the whole file is to hold.'),
});

export const writeTool: Tool = defineTool({
  name: 'Write',
  description: 'Writes a whole file, and the folders that it needs. What the file held before is replaced.',
  input,
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
