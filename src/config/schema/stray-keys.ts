import { keysOf } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { agentsOf } from '../hookline-yaml/config-file.ts';
import { mistake, type Problem } from '../source/problem.ts';
import type { Source } from '../source/yaml-source.ts';
import { isPoint } from './paths.ts';
import type { ConfigFile } from './schema.ts';

/** An agent's part belongs to its system and has other keys too, but hooks and rules in the wrong place would never hold. */
export function strayKeys(source: Source, config: ConfigFile): readonly Problem[] {
  return agentsOf(config).flatMap(([path, agent]) => {
    const inAgent = keysOf(agent).map((key) => ({ key, at: [...path, key], known: ['id', 'backend'] }));
    const inBackend = keysOf(agent.backend).map((key) => ({
      key,
      at: [...path, 'backend', key],
      known: ['hooks'],
    }));
    return [...inAgent, ...inBackend].flatMap(({ key, at, known }): readonly Problem[] => {
      const message = known.includes(key) ? null : strayMessage(key, known);
      return message === null ? [] : [mistake(message, source.at(at, 'key'))];
    });
  });
}

function strayMessage(key: string, known: readonly string[]): string | null {
  if (key === 'hooks') return 'the hooks of an agent stand under "backend"';
  if (key === 'permissions')
    return 'permissions stand at the left edge of the file, and hold for every agent';
  if (isPoint(key)) return `the hooks of ${key} stand under "backend", in "hooks"`;
  const suggestion = didYouMean(key, known);
  return suggestion === '' ? null : `unknown key "${key}"${suggestion}`;
}
