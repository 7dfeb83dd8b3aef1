import { dirname, resolve } from 'node:path';
import type { McpServersSection } from '../schema/mcp-schema.ts';
import { type Problem, warning } from '../source/problem.ts';
import type { Source } from '../source/yaml-source.ts';
import { type ConfigLevel, configLevels } from './levels.ts';

/** A lower level can't replace a server of a higher one. */
export class LevelServers {
  readonly problems: Problem[] = [];
  readonly #byLevel = new Map<ConfigLevel | undefined, McpServersSection>();

  add(servers: McpServersSection, level: ConfigLevel | undefined, source: Source): void {
    for (const name of Object.keys(servers)) {
      const above = this.#above(level).find((other) => Object.hasOwn(this.#byLevel.get(other) ?? {}, name));
      if (above === undefined) continue;
      const message = `the ${above} level has a server of this name; only hooks of this file use the one here`;
      this.problems.push(warning('setting-ignored', message, source.at(['mcpServers', name], 'key')));
    }
    this.take(servers, level);
  }

  take(servers: McpServersSection, level: ConfigLevel | undefined): void {
    this.#byLevel.set(level, { ...this.#byLevel.get(level), ...servers });
  }

  of(level: ConfigLevel | undefined): McpServersSection {
    const own = this.#byLevel.get(level);
    return { ...this.#merged(this.#above(level)), ...own };
  }

  get all(): McpServersSection {
    return this.#merged([undefined, ...configLevels]);
  }

  #above(level: ConfigLevel | undefined): readonly ConfigLevel[] {
    return level === undefined ? [] : configLevels.slice(0, configLevels.indexOf(level));
  }

  #merged(levels: readonly (ConfigLevel | undefined)[]): McpServersSection {
    return Object.assign({}, ...levels.toReversed().map((level) => this.#byLevel.get(level)));
  }
}

export function placeServers(servers: McpServersSection, file: string): McpServersSection {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [
      name,
      'url' in server ? server : { ...server, cwd: resolve(dirname(file), server.cwd ?? '.') },
    ]),
  );
}
