import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isMissing } from '../../files/file-facts.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';

interface ParentProcess {
  readonly words: readonly string[];
}

const maxDepth = 64;

/** The processes above this one, the nearest first. Throws where they are unknown. */
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

/** Programs that run another one, whose name is among their first words. */
const runners =
  /^(?:node|nodejs|bun|deno|npx|bunx|python[\d.]*|sh|bash|dash|zsh|env|nice|nohup|timeout|sudo)$/;

export interface Origin {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly parents: readonly ParentProcess[];
}

export function ownOrigin(): Origin {
  return { environment: process.env, parents: parentProcesses() };
}

/**
 * What shows that an agent has started this process, in a few words; null when nothing does. A process that has left its parents and
 * cleaned its environment shows nothing: this is for agents that do what they are told, not for programs that attack.
 */
export function callingAgent({ environment, parents }: Origin): string | null {
  for (const agent of Object.values(agentTable)) {
    const variable = agent.process.variables.find((name) => (environment[name] ?? '') !== '');
    if (variable !== undefined) return `${agent.title} sets ${variable} for what it starts`;
    const parent = parents.find(({ words }) => isProcessOf(agent, words));
    if (parent !== undefined) return `${agent.title} is above it: ${parent.words.join(' ').slice(0, 120)}`;
  }
  const own = parents.find(({ words }) => isOwnLoop(words));
  return own === undefined ? null : `hookline run is above it: ${own.words.join(' ').slice(0, 120)}`;
}

function isProcessOf(
  { process: { program, package: name } }: AgentProduct,
  words: readonly string[],
): boolean {
  return programsOf(words).some(
    (word) => plainName(word) === program || word.includes(`/node_modules/${name}/`),
  );
}

/** hookline's own agent loop. */
function isOwnLoop(words: readonly string[]): boolean {
  return words.some(
    (word, index) =>
      words[index + 1] === 'run' &&
      programsOf(words).includes(word) &&
      (plainName(word) === 'hookline' || word === process.argv[1]),
  );
}

/** The words of a line that may name what runs. */
function programsOf([first = '', ...rest]: readonly string[]): readonly string[] {
  // A login shell has a dash before its name.
  const isRunner = runners.test(plainName(first).replace(/^-/, ''));
  return isRunner ? [first, ...rest.filter((word) => !word.startsWith('-')).slice(0, 3)] : [first];
}

function plainName(word: string): string {
  return basename(word).replace(/\.(?:[cm]?js|exe)$/, '');
}
