import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isMissing } from '../../files/file-facts.ts';

/** A process above this one. */
export interface ParentProcess {
  /** Its program and arguments. */
  readonly words: readonly string[];
}

const maxDepth = 64;

/** The processes above this one, the nearest first. Throws where they cannot be told. */
export function parentProcesses(): readonly ParentProcess[] {
  return process.platform === 'linux' ? parentsByProc() : parentsByPs();
}

function parentsByProc(): readonly ParentProcess[] {
  const found: ParentProcess[] = [];
  for (let pid = process.ppid; pid > 1 && found.length < maxDepth; ) {
    try {
      // The name in it may hold anything, and ends at the last parenthesis.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
      found.push({ words: words.length === 0 ? [name] : words });
      pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    } catch (problem) {
      // It has ended meanwhile.
      if (isMissing(problem)) return found;
      throw problem;
    }
  }
  return found;
}

function parentsByPs(): readonly ParentProcess[] {
  const table = new Map<number, { readonly parent: number; readonly line: string }>();
  const text = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    timeout: 5000,
  });
  for (const row of text.split('\n')) {
    const [, pid, parent, line] = /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(row) ?? [];
    if (line !== undefined) table.set(Number(pid), { parent: Number(parent), line: line.trim() });
  }
  const found: ParentProcess[] = [];
  for (let pid = process.ppid; pid > 1 && found.length < maxDepth; ) {
    const row = table.get(pid);
    if (row === undefined) return found;
    found.push({ words: row.line.split(' ') });
    pid = row.parent;
  }
  return found;
}
