import { describe, expect, it } from 'vitest';
import { quietOutcome } from '../../../src/engine/outcome/outcome.ts';
import { agentNamed, agentTable } from '../../../src/gateway/agents/agent-table.ts';
import { answerPayload, callsOf, type Judge } from '../support.ts';

const nobodyObjects: Judge = async ({ point, input }) =>
  quietOutcome(point, point.subject === null ? null : input[point.subject], []);

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe.each(Object.values(agentTable))('a payload that nobody understands, from $title', (agent) => {
  const [before] = Object.entries(agent.events).find(([, { point }]) => point === 'PreToolUse') ?? [''];
  const { payload = {} } = callsOf(agent).find(({ eventName }) => eventName === before) ?? {};
  const wellFormed = JSON.stringify(payload);
  const event = JSON.stringify(before);

  it.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['no JSON', 'PreToolUse'],
    ['half an object', wellFormed.slice(0, -1)],
    ['two objects', wellFormed + wellFormed],
    ['a list', `[${wellFormed}]`],
    ['a text', JSON.stringify(wellFormed)],
    ['null', 'null'],
    ['no event', '{}'],
    ['an event that is no text', '{"hook_event_name":["PreToolUse"]}'],
    ['an event that nobody knows', wellFormed.replace(event, '"BeforeEverything"')],
    ['a word of JavaScript for an event', wellFormed.replace(event, '"constructor"')],
    ['a key that pollutes prototypes', wellFormed.replace('{', '{"__proto__":{"tool_name":"Read"},')],
    ['100,000 open brackets', '['.repeat(100_000)],
    ['lists in 100,000 lists', wellFormed.replace('{', `{"deep":${nested(100_000)},`)],
    ['objects in 100,000 objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['no tool', `{"hook_event_name":${event},"tool_input":{},"output":{"args":{}}}`],
    [
      'an input that is text',
      `{"hook_event_name":${event},"tool_name":"Bash","tool_input":"ls","input":{"tool":"bash"},"output":{"args":"ls"}}`,
    ],
    [
      'an input that is a list',
      `{"hook_event_name":${event},"tool_name":"Bash","tool_input":["ls"],"input":{"tool":"bash"},"output":{"args":["ls"]}}`,
    ],
  ])('is refused: %s', async (_, text) => {
    const { answer, problem } = await answerPayload(agent, text, nobodyObjects);
    expect(problem).not.toBe(null);
    expect(answer.exitCode).toBe(2);
    expect(answer.stderr).toMatch(/^hookline blocked this: .+\nTo fix it:/s);
    if (agent.files.layout === 'plugin') expect(JSON.parse(answer.stdout)).toEqual({ throw: answer.stderr });
  });

  it('is read behind a byte order mark', async () => {
    const { answer, call } = await answerPayload(agent, `\uFEFF${wellFormed}`, nobodyObjects);
    const quiet = call?.event.quiet;
    const stdout = quiet === undefined ? '' : JSON.stringify(quiet);
    expect(answer).toEqual({ stdout, stderr: '', exitCode: 0 });
  });
});

describe('a judgement that fails', () => {
  const fails: Judge = () => Promise.reject(new Error('\u001b[31mno configuration\ud800'));

  it.each(Object.values(agentTable))(
    'holds back what $title announced, and says how to mend it',
    async (agent) => {
      const answers = await Promise.all(
        callsOf(agent)
          .filter(({ event: { says }, point: { block } }) => block !== null && says[block] !== undefined)
          .map(async ({ payload, input, eventName }) => {
            const { answer } = await answerPayload(agent, JSON.stringify(payload), fails);
            return { ...answer, eventName, again: input['stop_hook_active'] === true };
          }),
      );
      expect(answers.length).toBeGreaterThan(2);
      for (const { stdout, stderr, eventName, again } of answers) {
        expect(stderr).toContain('To fix it: hookline doctor.');
        expect(stderr).not.toContain('\u001b');
        expect(`${stdout}${stderr}`).not.toContain('hookline: hookline');
        if (!again)
          expect(`${eventName} ${stdout}${stderr}`).toMatch(
            /deny|block|throw|continue|suppressed|decline|blocked this/,
          );
      }
    },
  );

  it.each(['claude-code', 'codex', 'gemini'])(
    'says that nothing is blocked where %s cannot be',
    async (name) => {
      const start = { session_id: 's', hook_event_name: 'SessionStart', source: 'startup' };
      const { answer } = await answerPayload(agentNamed(name), JSON.stringify(start), fails);
      expect(answer.stderr).toMatch(/^hookline could not judge this, so it goes unchecked: /);
      expect(`${answer.stdout}${answer.stderr}`).not.toContain('blocked this');
    },
  );

  it('says the same of a tool that has failed, which Claude Code cannot hide', async () => {
    const failed = {
      session_id: 's',
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: {},
    };
    const text = JSON.stringify({ ...failed, tool_use_id: 't', error: 'no' });
    const { answer } = await answerPayload(agentNamed('claude-code'), text, fails);
    expect(`${answer.stdout}${answer.stderr}`).toContain('goes unchecked');
    expect(`${answer.stdout}${answer.stderr}`).not.toContain('blocked this');
  });

  it('lets a turn end that was resumed once already, since nothing else would end it', async () => {
    const again = { session_id: 's', hook_event_name: 'Stop', stop_hook_active: true, prompt_id: 'p' };
    const { answer } = await answerPayload(agentNamed('claude-code'), JSON.stringify(again), fails);
    expect(JSON.parse(answer.stdout)).toEqual({ systemMessage: expect.stringContaining('could not judge') });
  });
});
