import { describe, expect, it } from 'vitest';
import { Project } from '../../support/configuration/settings.ts';
import { bash } from '../../support/hooks.ts';
import { serve } from '../../support/servers/http-server.ts';

const answer = JSON.stringify({ decision: 'block', reason: 'the policy says no' });

const settingsFor = (url: string, more: object = {}, hook: object = {}) => ({
  ...more,
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'http', url, ...hook }] }] },
});

describe('an http hook of the settings', () => {
  it('posts the event and follows the answer', async () => {
    const server = await serve((response) => response.end(answer));
    const { hooks } = await new Project().settings(settingsFor(`${server.url}/check`));
    expect(await hooks.fire('PreToolUse', bash)).toMatchObject({
      decision: 'deny',
      reason: 'the policy says no',
    });
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({ hook_event_name: 'PreToolUse' });
  });

  it('runs once, however often its address is registered', async () => {
    const server = await serve((response) => response.end(answer));
    const hook = { type: 'http', url: server.url };
    const { hooks } = await new Project().settings({
      hooks: { PreToolUse: [{ hooks: [hook, { ...hook, timeout: 9 }] }, { matcher: 'Bash', hooks: [hook] }] },
    });
    await hooks.fire('PreToolUse', bash);
    expect(server.seen).toHaveLength(1);
  });

  it('says so when the registrations of an address differ in their headers', async () => {
    const hook = { type: 'http', url: 'http://127.0.0.1:9' };
    const { warnings } = await new Project().settings({
      hooks: { PreToolUse: [{ hooks: [hook, { ...hook, headers: { a: 'b' } }, { ...hook, timeout: 1 }] }] },
    });
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^this address is called once, with the headers that it has at .*:8:20$/),
    ]);
  });

  it.each([
    { allowed: undefined, asked: 1 },
    { allowed: [], asked: 0 },
    { allowed: ['https://hooks.example.com/*'], asked: 0 },
    { allowed: ['https://hooks.example.com/*', 'http://127.0.0.1:*'], asked: 1 },
    { allowed: ['http://127.0.0.1'], asked: 0 },
    { allowed: ['http://127.0.0.1:*/other'], asked: 0 },
  ])('runs only where allowedHttpHookUrls lets it: $allowed', async ({ allowed, asked }) => {
    const server = await serve((response) => response.end(answer));
    const { hooks, warnings } = await new Project().settings(
      settingsFor(`${server.url}/check`, allowed && { allowedHttpHookUrls: allowed }),
    );
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe(asked === 1 ? 'deny' : null);
    expect(server.seen).toHaveLength(asked);
    expect(warnings.map(({ message }) => message)).toEqual(
      asked === 1
        ? []
        : ['"allowedHttpHookUrls" does not allow this address, so this hook does not run here'],
    );
  });

  it('is allowed by the lists of all files together', async () => {
    const server = await serve((response) => response.end(answer));
    const project = new Project();
    const { hooks } = await project.load([
      project.write('.claude/settings.json', settingsFor(server.url, { allowedHttpHookUrls: [] })),
      project.write('.claude/settings.local.json', { allowedHttpHookUrls: [`${server.url}*`] }),
    ]);
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
  });

  it('sends the variables that it may, and those only', async () => {
    process.env['SETTINGS_TOKEN'] = 'secret';
    process.env['SETTINGS_OTHER'] = 'other';
    try {
      const server = await serve((response) => response.end(''));
      const { hooks } = await new Project().settings(
        settingsFor(
          server.url,
          { httpHookAllowedEnvVars: ['SETTINGS_TOKEN', 'SETTINGS_UNASKED'] },
          {
            headers: { plain: '$SETTINGS_TOKEN!', braces: '${SETTINGS_TOKEN}', other: 'x$SETTINGS_OTHER' },
            allowedEnvVars: ['SETTINGS_TOKEN', 'SETTINGS_OTHER'],
          },
        ),
      );
      await hooks.fire('PreToolUse', bash);
      expect(server.seen[0]?.headers).toMatchObject({ plain: 'secret!', braces: 'secret', other: 'x' });
    } finally {
      delete process.env['SETTINGS_TOKEN'];
      delete process.env['SETTINGS_OTHER'];
    }
  });
});
