import { type Fields, isObject } from '../../engine/values/shapes.ts';

export function isSecretName(name: string): boolean {
  return /key|token|secret|passw|credential|auth|cookie/i.test(name);
}

/** A server of `.mcp.json` as `mcpServers` has it; or why it cannot stand there. */
export function importedServer(name: string, server: unknown): Fields | string {
  const { type, command, args, url, env, headers } = isObject(server) ? server : {};
  const none = (why: string): string => `the server "${name}" ${why}`;
  const byHand = 'name it under mcpServers and write the hook by hand';
  if (!/^[\w-]+$/.test(name)) return none('has a name that mcpServers does not take');
  const isProcess = typeof command === 'string' && (type === undefined || type === 'stdio');
  const isHttp = typeof url === 'string' && (type === undefined || type === 'http');
  if (!isProcess && !isHttp) return none('is neither a program nor an address with streamable HTTP');
  const [key, given] = isProcess ? ['env', env] : ['headers', headers];
  const pairs = Object.entries(isObject(given) ? given : {}).map(([word, text]) => [word, String(text)]);
  const base = isProcess ? { command, ...(Array.isArray(args) && { args: args.map(String) }) } : { url };
  const read = { ...base, ...(pairs.length > 0 && { [key]: Object.fromEntries(pairs) }) };
  // Written with its value, a secret would get into another file.
  if (/\$\{[A-Za-z_]/.test(JSON.stringify(read)))
    return none(`takes a variable of the environment, which mcpServers cannot; ${byHand}`);
  const secret = pairs.map(([word = '']) => word).find(isSecretName);
  return secret === undefined ? read : none(`has ${secret}, which looks like a secret; ${byHand}`);
}
