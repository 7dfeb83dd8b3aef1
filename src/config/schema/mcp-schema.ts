import { z } from 'zod';
import { once } from '../../builtin/once.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { McpServerConfig } from '../../mcp/mcp.ts';
import { may, text, texts, wants, wantsUnseen } from '../source/schema-words.ts';

const unseen = (what: string): z.ZodRecord<z.ZodString, z.ZodString> =>
  z.record(z.string(), z.string({ error: wantsUnseen('text') }), { error: wants(what) });

const processServer = once(() =>
  z.strictObject({
    command: text('a program').describe('The program of a server that is a process.'),
    args: may(texts('a list of text'), 'Its arguments.'),
    env: may(unseen('variables with their values'), 'More environment variables.'),
    cwd: may(
      text('a folder'),
      'The folder it runs in, relative to this file. Default: the folder of this file.',
    ),
  }),
);

const httpServer = once(() =>
  z.strictObject({
    url: z
      .string({ error: wants('an address with http: or https:') })
      .regex(/^https?:\/\//, { error: wants('an address with http: or https:') })
      .describe('The address of a server with streamable HTTP.'),
    headers: may(unseen('headers with their values'), 'More headers.'),
  }),
);

function mcpServerKeys(): readonly string[] {
  return [...Object.keys(processServer().shape), ...Object.keys(httpServer().shape)];
}

const server = () =>
  z.union([processServer(), httpServer()], {
    error: ({ input }) => {
      const wanted = 'takes "command" with "args", or "url"';
      if (typeof input !== 'object' || input === null) return wanted;
      const stranger = Object.keys(input).find((key) => !mcpServerKeys().includes(key));
      if (stranger === undefined) return wanted;
      return `${wanted}; "${stranger}" is neither${didYouMean(stranger, mcpServerKeys())}`;
    },
  });

export const mcpServers = () =>
  may(
    z.record(z.string().regex(/^[\w-]+$/), server(), {
      error: (issue) =>
        issue.code === 'invalid_key'
          ? 'cannot be the name of a server: use letters, digits, "_" and "-"'
          : wants('names with servers')(issue),
    }),
    'MCP servers for hooks of type mcp_tool, and for the agent of `hookline run`, where their tools are named mcp__NAME__TOOL.',
  );

export type McpServersSection = Readonly<Record<string, McpServerConfig>>;
