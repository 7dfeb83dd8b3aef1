import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isFile, isFolder, isMissing } from '../../files/file-facts.ts';

/** With these settings, git runs another program or fetches while it shows something. */
const starts =
  /^(?:fsmonitor|pager|external|textconv|command|clean|smudge|process|program|sshcommand|gitproxy|askpass|promisor|partialclone\w*|showsignature|worktree|alternaterefscommand)\s*(?:=(.*))?$|^\[(?:include|includeif|pager)\b/i;
const harmless = /^(?:true|false|cat|less|git-lfs (?:clean|smudge|filter-process).*)$/;
const maxConfig = 200_000;

/** Why git may do more than its words say in this folder; null if its settings run nothing. */
export function gitProblem(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const own = join(at, '.git');
    if (existsSync(own)) return settingsProblem(own);
    // Git uses such a folder as a repository, with its settings.
    if (isFile(join(at, 'HEAD')) && isFolder(join(at, 'objects'))) return `${at} looks like a repository`;
    if (dirname(at) === at) return null;
  }
}

function settingsProblem(own: string): string | null {
  try {
    const linked = isFile(own) ? /^gitdir: (.+)$/m.exec(readFileSync(own, 'utf8'))?.[1] : undefined;
    const folder = linked === undefined ? own : resolve(dirname(own), linked.trim());
    const shared = join(folder, 'commondir');
    const common = isFile(shared) ? resolve(folder, readFileSync(shared, 'utf8').trim()) : folder;
    const files = [join(common, 'config'), join(common, 'config.worktree'), join(folder, 'config.worktree')];
    const text = files.map(textOf).join('\n');
    let hooks = join(common, 'hooks');
    for (const line of text.split('\n').flatMap(settingsIn)) {
      const [start, value = ''] = starts.exec(line) ?? [];
      if (start !== undefined && !harmless.test(value.trim()))
        return `its settings have "${line.slice(0, 80)}"`;
      const [name = '', path = ''] = line.split(/=(.*)/s);
      if (name.trim().toLowerCase() === 'hookspath') hooks = path.trim();
    }
    if (/extraheader|:\/\/[^\s/@]*:[^\s/@]+@/i.test(text)) return 'its settings hold a secret';
    const hook = resolve(dirname(own), hooks, 'post-index-change');
    return existsSync(hook) ? `${hook} runs` : null;
  } catch {
    return 'its settings cannot be read';
  }
}

/** The settings on a line: one may be behind the name of its section. */
function settingsIn(line: string): readonly string[] {
  const text = line.trim();
  const end = text.startsWith('[') ? text.lastIndexOf(']') + 1 : 0;
  return end === 0 ? [text] : [text.slice(0, end), text.slice(end).trim()];
}

function textOf(file: string): string {
  try {
    if (statSync(file).size > maxConfig) throw new Error('too long');
    // A line may go on behind a backslash.
    return readFileSync(file, 'utf8').replaceAll(/\\\r?\n/g, '');
  } catch (problem) {
    if (isMissing(problem)) return '';
    throw problem;
  }
}

export function gitHas(path: string): boolean {
  try {
    const facts = statSync(path);
    if (!facts.isFile() || facts.nlink > 1) return false;
    const [entry = ''] = execFileSync(
      'git',
      ['-c', 'core.fsmonitor=false', 'ls-files', '-s', '-z', '--', path],
      { cwd: dirname(path), encoding: 'utf8', timeout: 5000, stdio: ['ignore', 'pipe', 'ignore'] },
    ).split('\0');
    const [, id = ''] = /^100\d{3} ([0-9a-f]{40,64}) 0\t/.exec(entry) ?? [];
    const content = readFileSync(path);
    const hash = createHash(id.length === 64 ? 'sha256' : 'sha1');
    return id !== '' && hash.update(`blob ${content.length}\0`).update(content).digest('hex') === id;
  } catch {
    return false;
  }
}
