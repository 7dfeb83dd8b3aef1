/** How a test file runs, by the end of its name. */
export type Kind = 'slow' | 'process' | 'pure';

export function kindOf(file: string): Kind {
  return file.endsWith('.slow.test.ts') ? 'slow' : file.endsWith('.process.test.ts') ? 'process' : 'pure';
}
