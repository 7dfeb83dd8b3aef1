/** The exit codes by which a shell says that it could not run something, and what each says. */
export const shellProblems: ReadonlyMap<number | null, string> = new Map([
  [126, 'could not be executed (exit 126)'],
  [127, 'was not found (exit 127)'],
]);
