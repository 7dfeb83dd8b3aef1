import { afterAll } from 'vitest';

// Files share their worker. What one of them leaves in the environment would be the next file's trouble.
const before = variables();
const folder = process.cwd();

// Registered before those of the file, so that it runs after them.
afterAll(() => {
  const after = variables();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  for (const name of changed) setBack(name, before.get(name));
  if (process.cwd() !== folder) {
    process.chdir(folder);
    changed.push('the current folder');
  }
  if (changed.length > 0) throw new Error(`these tests change and do not set back: ${changed.join(', ')}`);
});

function variables(): ReadonlyMap<string, string | undefined> {
  return new Map(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
}

function setBack(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
