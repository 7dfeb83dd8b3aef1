import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the paths below start. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Every page under docs/, as a path from the project's folder. */
export const docsPages: readonly string[] = readdirSync(`${projectFolder}docs`, { recursive: true })
  .map((file) => `docs/${file}`)
  .filter((file) => file.endsWith('.md'))
  .sort();
