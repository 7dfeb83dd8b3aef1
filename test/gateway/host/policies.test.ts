import { expect, it } from 'vitest';
import type { Hooks } from '../../../src/engine/hooks/hooks.ts';
import type { Outcome } from '../../../src/engine/outcome/outcome.ts';
import { Policies } from '../../../src/gateway/host/policies.ts';
import { Scratch } from '../../support/scratch.ts';

it('has the guard that is always there in every answer, also when calls come at the same time', async () => {
  const scratch = new Scratch();
  const file = scratch.write('hookline.yaml', 'hooks: {}\n');
  const policies = new Policies({ log: () => undefined, records: false });
  const chosen = { files: [file], levels: false, untrusted: [], states: new Map(), seen: [] };
  const fire = (hooks: Hooks): Promise<Outcome> =>
    hooks.fire('PreToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'hookline uninstall' },
      tool_use_id: 'call',
      cwd: scratch.path,
    });
  const use = async (): Promise<Outcome> =>
    fire(await policies.hooks({ ...chosen, folder: scratch.path }, 'codex'));
  const outcomes = await Promise.all([use(), use(), use(), use()]);
  expect(outcomes.map(({ decidedBy }) => decidedBy)).toEqual(Array(4).fill('hookline'));
  await policies.close();
});
