import { describe, expect, it } from 'vitest';
import { claudeSettingsFiles } from '../../../src/entries/index.ts';
import { hooksOf, Project } from '../../support/configuration/settings.ts';
import { bash } from '../../support/hooks.ts';

const note = (word: string): string => `echo ${word} >> "$CLAUDE_PROJECT_DIR/ran"`;

describe('the levels of the settings', () => {
  it('add up: hooks of the user, the project and this machine all run', async () => {
    const project = new Project();
    const home = new Project();
    home.write('.claude/settings.json', hooksOf('PreToolUse', note('user')));
    project.write('.claude/settings.json', hooksOf('PreToolUse', note('project')));
    project.write('.claude/settings.local.json', hooksOf('PreToolUse', note('local')));
    const files = await claudeSettingsFiles({ project: project.folder, home: home.folder });
    const { hooks } = await project.load(files);
    await hooks.fire('PreToolUse', bash);
    expect(project.lines('ran')).toEqual(['local', 'project', 'user']);
  });

  it('are the files that exist, in the order of their precedence', async () => {
    const project = new Project();
    const home = new Project();
    const places = { project: project.folder, home: home.folder };
    expect(await claudeSettingsFiles(places)).toEqual([]);
    project.write('.claude/settings.local.json', {});
    home.write('.claude/settings.json', {});
    expect(await claudeSettingsFiles(places)).toEqual([
      home.path('.claude/settings.json'),
      project.path('.claude/settings.local.json'),
    ]);
    project.write('.claude/settings.json', {});
    expect(await claudeSettingsFiles(places)).toHaveLength(3);
    expect(await claudeSettingsFiles({ project: home.folder, home: home.folder })).toHaveLength(1);
  });

  it('give their permission rules to the configuration', async () => {
    const project = new Project();
    const shared = project.write('.claude/settings.json', {
      permissions: { allow: ['Read'], deny: ['Bash(rm *)'], defaultMode: 'plan' },
    });
    const local = project.write('.claude/settings.local.json', {
      permissions: { allow: ['Bash(git *)'], ask: ['Write'] },
    });
    const { permissions } = await project.load([shared, local]);
    expect(permissions.allow).toEqual(['Read', 'Bash(git *)']);
    expect(permissions.deny).toEqual(['Bash(rm *)']);
    expect(permissions.ask).toEqual(['Write']);
    expect([...permissions.granted]).toEqual([]);
  });

  it('match paths at any depth, as in the product, and those of hookline.yaml as .gitignore says', async () => {
    const project = new Project();
    const deny = { permissions: { deny: ['Edit(src/**)'] } };
    const edit = {
      tool_name: 'Edit',
      tool_use_id: 'x',
      tool_input: { file_path: 'lib/src/b.ts' },
      cwd: project.folder,
    };
    const settings = await project.settings(deny);
    expect((await settings.hooks.fire('PreToolUse', edit)).decision).toBe('deny');
    const own = await project.load(project.write('hookline.yaml', JSON.stringify(deny)));
    expect((await own.hooks.fire('PreToolUse', edit)).decision).toBeNull();
  });

  it('can be included in a hookline.yaml, whose own hooks come after', async () => {
    const project = new Project();
    project.write('.claude/settings.json', hooksOf('PreToolUse', note('settings')));
    const file = project.write(
      'hookline.yaml',
      [
        'include: [.claude/settings.json]',
        'hooks:',
        '  PreToolUse:',
        '    - { type: command, handler: "true", name: own }',
      ].join('\n'),
    );
    const { hooks, files, declarations } = await project.load(file);
    const { runs } = await hooks.fire('PreToolUse', bash);
    expect(runs.map(({ hook }) => hook)).toEqual([`command_${note('settings')}`, 'own']);
    expect(project.lines('ran')).toEqual(['settings']);
    expect(files).toEqual([file, project.path('.claude/settings.json')]);
    expect(declarations.map(({ options }) => options.source)).toEqual([...files].reverse());
  });

  it('are read again with new hooks when they change', async () => {
    const project = new Project();
    const config = await project.settings(hooksOf('PreToolUse', 'exit 2'));
    expect((await config.hooks.fire('PreToolUse', bash)).decision).toBe('deny');
    project.write('.claude/settings.json', hooksOf('PreToolUse', 'exit 0'));
    await config.reload();
    expect((await config.hooks.fire('PreToolUse', bash)).decision).toBeNull();
  });
});

describe('disableAllHooks', () => {
  it.each([
    { user: true, project: undefined, local: undefined, runs: false },
    { user: false, project: true, local: undefined, runs: false },
    { user: true, project: true, local: false, runs: true },
    { user: true, project: false, local: undefined, runs: true },
  ])('counts as the last level says: $user, $project, $local', async ({ runs, ...levels }) => {
    const project = new Project();
    const files = Object.entries(levels).map(([level, disableAllHooks]) =>
      project.write(`${level}/.claude/settings.json`, {
        ...(disableAllHooks !== undefined && { disableAllHooks }),
        ...hooksOf('PreToolUse', `exit 2 # ${level}`),
      }),
    );
    const { hooks, warnings, declarations } = await project.load(files);
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe(runs ? 'deny' : null);
    expect(declarations).toHaveLength(runs ? 3 : 0);
    expect(warnings.map(({ message }) => message)).toEqual(
      runs ? [] : ['no hook of any settings file runs, since "disableAllHooks" is true'],
    );
  });

  it('does not touch hooks of other files', async () => {
    const project = new Project();
    const settings = project.write('.claude/settings.json', { disableAllHooks: true });
    const own = project.write(
      'hookline.yaml',
      'hooks: { PreToolUse: [{ type: command, handler: "exit 2" }] }',
    );
    const { hooks } = await project.load([settings, own]);
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
  });
});
