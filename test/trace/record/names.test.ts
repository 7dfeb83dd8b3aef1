import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { record } from '../../../src/builtin/record.ts';
import { Hooks } from '../../../src/engine/hooks/hooks.ts';
import { deny } from '../../../src/engine/outcome/effects.ts';
import { withTraceFolder } from '../traces.ts';

const token = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
const password = 'q7Zr2LmX9w';

/** All that is in a folder, names of files too. */
async function recorded(
  content: 'full' | 'redacted' | 'none',
  input: object,
  reason = `key.${token}: no`,
): Promise<string> {
  return withTraceFolder(async (folder) => {
    const hooks = new Hooks();
    hooks.on('PreToolUse', { name: 'guard' }, () => deny(reason));
    const recording = record(hooks, { folder, content });
    await hooks.fire('PreToolUse', input as never);
    await recording.stop();
    const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return [...names, ...texts].join('\n');
  });
}

it.each(['redacted', 'none'] as const)('has no secret in names and ids with content: %s', async (content) => {
  const input = {
    ...{ session_id: `s-${token}`, agent_id: `a ${token}`, agent_type: token, cwd: `/tmp/${token}/x` },
    ...{ tool_name: `mcp__${token}`, tool_use_id: token, tool_input: { command: 'ls' } },
  };
  const text = await recorded(content, input);
  expect(text).toContain('"type":"firing"');
  expect(text).not.toContain(token.slice(0, 20));
  expect(text).toMatch(/^session-[0-9a-f]{16}\.jsonl\n/);
});

it.each([
  `mysql -p${password} db`,
  `x --password ${password}`,
  `DB_PASS=${password} y`,
  `curl -d '{"password":"${password}"}' example.com`,
  `echo "{\\"password\\":\\"${password}\\"}"`,
])('takes out what is named like a secret: %s', async (command) => {
  const input = {
    session_id: 's',
    cwd: '/tmp',
    tool_name: 'Bash',
    tool_use_id: '1',
    tool_input: { command },
  };
  expect(await recorded('redacted', input, `no: ${command}`)).not.toContain(password);
});

it.each(['full', 'redacted', 'none'] as const)(
  'cuts names that are none with content: %s',
  async (content) => {
    const long = 'n'.repeat(5_000_000);
    const names = { session_id: long, agent_id: long, agent_type: long, cwd: long, tool_name: long };
    const text = await recorded(content, { ...names, tool_use_id: long, tool_input: { command: 'ls' } });
    expect(text).toMatch(/^session-[0-9a-f]{16}\.jsonl\n/);
    expect(text).toContain('"type":"firing"');
    expect(text.length).toBeLessThan(600_000);
  },
);
