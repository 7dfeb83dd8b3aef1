import { z } from 'zod';
import { didYouMean } from '../../engine/values/suggest.ts';
import { text, wants, wantsUnseen } from '../source/schema-words.ts';

const unseen = (what: string): z.ZodRecord<z.ZodString, z.ZodString> =>
  z.record(z.string(), z.string({ error: wantsUnseen('text') }), { error: wants(what) });

const processServer = z.strictObject({
  command: text('a program').describe('The program of a server that is a process.'),
  args: z
    .array(z.string({ error: wants('text') }), { error: wants('a list of text') })
    .optional()
    .describe('Its arguments.'),
  env: unseen('variables with their values').optional().describe('More environment variables.'),
  cwd: text('a folder')
    .optional()
    .describe('The folder it runs in, relative to this file. Default: the folder of this file.'),
});

const httpServer = z.strictObject({
  url: z
    .string({ error: wants('an address with http: or https:') })
    .regex(/^https?:\/\//, { error: wants('an address with http: or https:') })
    .describe('The address of a server with streamable HTTP.'),
  headers: unseen('headers with their values').optional().describe('More headers.'),
});

/** The keys of a server of either kind. */
export const mcpServerKeys: readonly string[] = [
  ...Object.keys(processServer.shape),
  ...Object.keys(httpServer.shape),
];

const server = z.union([processServer, httpServer], {
  error: ({ input }) => {
    const wanted = 'takes "command" with "args", or "url"';
    if (typeof input !== 'object' || input === null) return wanted;
    const stranger = Object.keys(input).find((key) => !mcpServerKeys.includes(key));
    if (stranger === undefined) return wanted;
    return `${wanted}; "${stranger}" is neither${didYouMean(stranger, mcpServerKeys)}`;
  },
});

const name = z.string().regex(/^[\w-]+$/);

export const mcpServers = z
  .record(name, server, {
    error: (issue) =>
      issue.code === 'invalid_key'
        ? 'is no name for a server: it has letters, digits, "_" and "-" only'
        : wants('names with servers')(issue),
  })
  .optional()
  .describe(
    'MCP servers for hooks of type mcp_tool, and for the agent of `hookline run`, where their tools are named mcp__NAME__TOOL.',
  );

/** The MCP servers of files, by name. */
export type McpServersSection = NonNullable<z.infer<typeof mcpServers>>;
