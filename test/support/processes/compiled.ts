import { join } from 'node:path';

/** Every source as a module of its own, with what the package depends on, for hosts outside of the test runner. */
export function compiled(): string {
  const folder = process.env['HOOKLINE_COMPILED'];
  if (folder === undefined) throw new Error('only tests that start processes have the compiled sources');
  return folder;
}

/** The MCP server of test/fixtures, in one file. */
export function mcpServerFile(): string {
  return join(compiled(), 'mcp-server.js');
}
