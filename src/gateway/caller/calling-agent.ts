import { basename } from 'node:path';
import type { AgentProduct } from '../agents/agent-product.ts';
import { agentTable } from '../agents/agent-table.ts';
import { type ParentProcess, parentProcesses } from './parent-processes.ts';

/** Programs that run another one, whose name is among their first words. */
const runners =
  /^(?:node|nodejs|bun|deno|npx|bunx|python[\d.]*|sh|bash|dash|zsh|env|nice|nohup|timeout|sudo)$/;

/** Where this process comes from, as `callingAgent` looks at it. */
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
  { configuration, process: { package: name } }: AgentProduct,
  words: readonly string[],
): boolean {
  return programsOf(words).some(
    (word) => plainName(word) === configuration.program || word.includes(`/node_modules/${name}/`),
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
