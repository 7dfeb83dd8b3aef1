import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../../src/agent/tools/define-tool.ts';
import type { Model } from '../../../src/models/model.ts';
import { sleep } from '../../support/hooks.ts';
import { newAgent } from '../support.ts';

/** Two tools that note when they begin and end: `read` may run beside others, `write` may not. */
function timed(journal: string[]) {
  const make = (name: string, concurrent: boolean) =>
    defineTool({
      name,
      description: '',
      input: z.object({ id: z.string(), ms: z.number().default(0) }),
      concurrent,
      async run({ id, ms }) {
        journal.push(`${id} begins`);
        await sleep(ms);
        journal.push(`${id} ends`);
        return id;
      },
    });
  return [make('read', true), make('write', false)];
}

describe('the calls of one turn', () => {
  it('run side by side where that is safe, and their results keep their order', async () => {
    const journal: string[] = [];
    const { run } = newAgent({
      tools: timed(journal),
      turns: [
        {
          tools: [
            { name: 'read', input: { id: 'slow', ms: 60 } },
            { name: 'read', input: { id: 'fast' } },
            { name: 'write', input: { id: 'alone', ms: 20 } },
            { name: 'write', input: { id: 'next' } },
            { name: 'read', input: { id: 'last' } },
          ],
        },
      ],
    });
    const { results, requests } = await run();
    expect(results).toEqual(['slow', 'fast', 'alone', 'next', 'last']);
    expect(journal).toEqual([
      'slow begins',
      'fast begins',
      'fast ends',
      'slow ends',
      'alone begins',
      'alone ends',
      'next begins',
      'next ends',
      'last begins',
      'last ends',
    ]);
    const sent = requests[1]?.messages.at(-1)?.content;
    expect(Array.isArray(sent) && sent.map((block) => 'tool_use_id' in block && block.tool_use_id)).toEqual([
      'call-1',
      'call-2',
      'call-3',
      'call-4',
      'call-5',
    ]);
  });

  it('get an error where there is no such tool, with the one that was meant', async () => {
    const { run } = newAgent({
      turns: [{ tools: [{ name: 'Echo', input: {} }] }],
      permissionMode: 'default',
    });
    const { results } = await run();
    expect(results).toEqual(['there is no tool of the name "Echo", did you mean "echo"?']);
  });

  it('get an error where the model’s arguments could not be read', async () => {
    const model: Model = {
      name: 'sloppy',
      async *respond({ messages }) {
        if (messages.length > 1) return;
        yield { type: 'tool_use', id: 'c', name: 'echo', input: {}, problem: 'the arguments are not JSON' };
      },
    };
    const { run, ran } = newAgent({ model });
    const { results } = await run();
    expect(ran).toEqual([]);
    expect(results).toEqual(['the arguments are not JSON']);
  });
});
