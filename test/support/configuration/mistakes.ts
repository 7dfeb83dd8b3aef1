import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../fixtures/mistakes', import.meta.url));

/** A wrong configuration, and everything that is said about it. */
export interface Mistake {
  /** The page that shows both. */
  readonly page: string;
  readonly group: string;
  readonly name: string;
  readonly yaml: string;
}

/** Every page of the fixtures. */
export const mistakes: readonly Mistake[] = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => mistakeIn(join(entry.parentPath, entry.name), basename(entry.parentPath)));

function mistakeIn(page: string, group: string): Mistake {
  const [, name, yaml] = /^# (.+)\n\n```yaml\n([\s\S]+?)^```$/m.exec(readFileSync(page, 'utf8')) ?? [];
  if (name === undefined || yaml === undefined)
    throw new Error(
      `${page} must begin with "# title", an empty line and the file between \`\`\`yaml and \`\`\``,
    );
  return { page, group: group.replaceAll('-', ' '), name, yaml };
}

/** The page as it must be, when this is what is said. */
export function pageOf({ name, yaml }: Mistake, said: string): string {
  return `# ${name}\n\n\`\`\`yaml\n${yaml}\`\`\`\n\n\`\`\`text\n${said}\n\`\`\`\n`;
}
