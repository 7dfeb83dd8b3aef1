import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/engine/outcome/outcome.ts';
import type { Point } from '../../src/engine/points/point-types.ts';
import { pointTable } from '../../src/engine/points/points.ts';
import type { Verb } from '../../src/gateway/agents/agent-product.ts';
import { agentTable } from '../../src/gateway/agents/agent-table.ts';
import { express } from '../../src/gateway/answer/express.ts';
import { unsayable } from '../../src/gateway/answer/ways.ts';
import type { AgentCall } from '../../src/gateway/payload/read-call.ts';
import { fc, runs } from '../support/seed.ts';
import {
  readAsAmp,
  readAsCrush,
  readAsCursor,
  readAsGoose,
  readAsKimi,
  readAsKiro,
  readAsPi,
  readAsWindsurf,
} from './readers/by-contract.ts';
import { readAsClaudeCode } from './readers/claude-code.ts';
import { readAsCline } from './readers/cline.ts';
import { readAsCodex } from './readers/codex.ts';
import { readAsCopilot } from './readers/copilot.ts';
import { readAsDroid } from './readers/droid.ts';
import { readAsGemini } from './readers/gemini.ts';
import { readAsOpencode } from './readers/opencode.ts';
import { readAsQwen } from './readers/qwen.ts';
import type { Reader, Reading } from './readers/reading.ts';
import { callsOf, outcomeOf } from './support.ts';

const readers: Readonly<Record<string, Reader>> = {
  'claude-code': readAsClaudeCode,
  codex: readAsCodex,
  gemini: readAsGemini,
  opencode: readAsOpencode,
  copilot: readAsCopilot,
  qwen: readAsQwen,
  droid: readAsDroid,
  cline: readAsCline,
  kimi: readAsKimi,
  kilo: readAsOpencode,
  cursor: readAsCursor,
  goose: readAsGoose,
  kiro: readAsKiro,
  windsurf: readAsWindsurf,
  amp: readAsAmp,
  crush: readAsCrush,
  pi: readAsPi,
};

/** Texts that break answers: nothing, blanks, signs of terminals, half characters, JSON, and long ones. */
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' \n\t',
    '\u001b[2J',
    '\ud800',
    '{"decision":"allow"}',
    '$value',
    'x'.repeat(20_000),
    '\u0000',
  ),
  fc.string({ unit: 'binary' }),
  fc.string(),
);

const deep = (levels: number): unknown => (levels === 0 ? 'end' : { inner: deep(levels - 1) });

function newValue(call: AgentCall): fc.Arbitrary<unknown> {
  const { subject } = call.point;
  if (subject === 'tool_input') {
    const old = call.input['tool_input'] as object;
    return fc.oneof(
      fc.string().map((command) => ({ ...old, command })),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom({}, { ...old, more: deep(300) }, { ...old, more: deep(120) }, { '\ud800': '\udfff' }),
      fc.jsonValue(),
    );
  }
  return fc.oneof(texts, fc.jsonValue(), fc.constant(deep(300)));
}

function outcomesOf(call: AgentCall): fc.Arbitrary<Outcome> {
  const { admits, subject } = call.point;
  const can = (verb: Verb): boolean => admits.some((effect) => effect === verb);
  const decisions = (['allow', 'ask', 'deny'] as const).filter(can);
  const maybe = (verb: Verb): fc.Arbitrary<boolean> => (can(verb) ? fc.boolean() : fc.constant(false));
  return fc
    .record({
      decision: fc.constantFrom(null, ...decisions),
      reason: fc.option(texts),
      decidedBy: fc.option(fc.constantFrom('guard', '')),
      modified: subject === null ? fc.constant(false) : maybe('modify'),
      value: newValue(call),
      suppressed: maybe('suppress'),
      resume: maybe('resume'),
      halted: maybe('halt'),
      haltReason: fc.option(texts),
      injections: can('inject')
        ? fc.array(
            fc.record({ content: texts, into: fc.constant('system' as const), hook: fc.constant('h') }),
            { maxLength: 2 },
          )
        : fc.constant([]),
      notices: fc.array(
        fc.record({ message: texts, level: fc.constant('info' as const), hook: fc.constant('h') }),
        { maxLength: 2 },
      ),
    })
    .map(({ value, ...wanted }) => outcomeOf(call, { ...wanted, ...(wanted.modified && { value }) }));
}

/** Whether the agent does no more than the outcome lets it. */
const obeyed: Readonly<Record<string, (reading: Reading, outcome: Outcome, point: Point) => boolean>> = {
  deny: ({ held, ends }, _, { name }) => held || (name === 'PostToolBatch' && ends),
  ask: ({ held, asked }) => held || asked,
  modify: ({ held, hidden, replaced, ends }, { value }, { subject }) =>
    held || ends || hidden || (subject !== 'tool_response' && replaced !== undefined && value !== undefined),
  suppress: ({ hidden }) => hidden,
  halt: ({ held, hidden, ends }, _, { subject }) => held || hidden || (ends && subject !== 'tool_input'),
  resume: ({ goesOn }) => goesOn,
};

function wantedOf({ decision, modified, suppressed, resume, halted }: Outcome): readonly Verb[] {
  return [
    ...(decision === 'deny' || decision === 'ask' ? [decision] : []),
    ...(modified && decision !== 'deny' && !suppressed && !halted ? (['modify'] as const) : []),
    ...(suppressed ? (['suppress'] as const) : []),
    ...(halted ? (['halt'] as const) : []),
    ...(resume && !halted ? (['resume'] as const) : []),
  ];
}

describe.each(Object.values(agentTable))('an answer to $title', (agent) => {
  const read = readers[agent.name];
  if (read === undefined) throw new Error(`nobody knows how ${agent.name} reads answers`);

  it.each(callsOf(agent).map((call) => [`${call.eventName} ${call.tool?.name ?? ''}`, call] as const))(
    'is never broken, nor weaker than the outcome, at %s',
    (_, call) => {
      const impossible = unsayable(agent, call.event.point);
      fc.assert(
        fc.property(outcomesOf(call), (outcome) => {
          const { answer, waiting } = express(call, outcome, []);
          const reading = read(call, answer);
          const wanted = wantedOf(outcome);
          const lost = wanted.filter((verb) => obeyed[verb]?.(reading, outcome, call.point) !== true);
          expect(lost.filter((verb) => !impossible.includes(verb))).toEqual([]);
          if (lost.length > 0) expect(`${reading.notice}${answer.stderr}`).toContain(`cannot do`);
          else expect(reading.broken).toBe(null);
          expect(answer.exitCode === 2 && answer.stderr.trim() === '').toBe(false);
          const texts = outcome.injections.map(({ content }) => content);
          expect([reading.context ?? '', ...waiting].join('\n').length).toBeGreaterThanOrEqual(
            texts.join('\n').length,
          );
        }),
        { numRuns: runs(3) },
      );
    },
  );

  it('changes nothing where nobody objects', () => {
    for (const call of callsOf(agent)) {
      const { answer } = express(call, outcomeOf(call, {}), []);
      const { quiet } = call.event;
      const stdout = quiet === undefined ? '' : JSON.stringify(quiet);
      expect(answer).toEqual({ stdout, stderr: '', exitCode: 0 });
    }
  });

  it('rewrites exactly as asked, in the names of the agent', () => {
    for (const call of callsOf(agent).filter(({ point }) => point.name === 'PreToolUse')) {
      const value = { ...(call.input['tool_input'] as object), command: 'rewritten' };
      const { answer } = express(call, outcomeOf(call, { modified: true, value }), []);
      const { held, replaced } = read(call, answer);
      const { command: name = 'command' } = call.tool?.row.fields ?? {};
      expect(held || isDeepStrictEqual(replaced, { ...call.tool?.input, [name]: 'rewritten' })).toBe(true);
    }
  });
});

describe('what an agent cannot do', () => {
  it('is told for each point', async () => {
    const lines = Object.values(agentTable).flatMap((agent) =>
      (Object.keys(pointTable) as (keyof typeof pointTable)[])
        .filter((point) => Object.values(agent.events).some((event) => event.point === point))
        .map((point) => `${agent.name} ${point}: ${unsayable(agent, point).join(', ') || 'nothing'}`),
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('fixtures/unsayable.txt');
  });

  it('is everything at a point that it does not have', () => {
    expect(agentTable['gemini'] && unsayable(agentTable['gemini'], 'PermissionRequest')).toEqual([
      'allow',
      'deny',
      'modify',
      'halt',
    ]);
  });
});
