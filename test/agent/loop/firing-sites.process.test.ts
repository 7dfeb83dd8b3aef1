import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileHistory } from '../../../src/agent/history/file-history.ts';
import { Agent } from '../../../src/agent/loop/agent.ts';
import { ScriptedModel } from '../../../src/agent/script/scripted-model.ts';
import { Team } from '../../../src/agent/team/team.ts';
import { standardTools } from '../../../src/agent/tools/standard-tools.ts';
import { TerminalView } from '../../../src/agent/view/view.ts';
import { pointTable } from '../../../src/engine/points/points.ts';
import { allPoints } from '../../../src/entries/index.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';
import { noteFirings } from '../support.ts';

const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ tools: [{ name, input }] });

describe('the table of points', () => {
  it('says of each point whether a whole agent fires it', async () => {
    const { path: folder } = new Scratch();
    const { hooks } = quietHooks();
    const fired = noteFirings(hooks);
    const view = new TerminalView({ hooks, write: () => {} });
    const agent = new Agent({
      hooks,
      model: new ScriptedModel({
        turns: [
          call('Write', { file_path: 'note.txt', content: 'noted' }),
          call('Bash', { command: 'cat note.txt' }),
          call('Read', { file_path: 'missing.txt' }),
          call('Task', { prompt: 'Look', subagent_type: 'explore' }),
        ],
        subagents: { explore: [{ text: 'Found.' }] },
      }),
      tools: standardTools(),
      files: await FileHistory.open({ root: folder }),
      subagents: { explore: {} },
      rules: { ask: ['Bash'] },
      approver: () => true,
      permissionMode: 'acceptEdits',
      cwd: folder,
      transcripts: join(folder, 'sessions'),
      onEvent: (event) => void view.show(event),
    });
    const team = new Team({ name: 'crew', hooks, teammates: { anna: agent } });
    team.tasks.add({ subject: 'The note' });

    await agent.setup();
    await team.run();
    await agent.compact();
    await agent.end();

    // Other tests define points of their own.
    const own = allPoints().filter(
      ({ name, firedBy }) => firedBy === null && Object.hasOwn(pointTable, name),
    );
    expect([...new Set(fired)].sort()).toEqual(own.map(({ name }) => name).sort());
  });
});
