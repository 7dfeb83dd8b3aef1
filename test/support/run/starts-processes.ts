import type { TestProject } from 'vitest/node';

/** Whether this run names any of the files that do. A run that watches may come to all of them. */
export async function startsProcesses(project: TestProject): Promise<boolean> {
  const filters: unknown = Reflect.get(project.vitest, 'filenamePattern');
  if (!Array.isArray(filters) || project.vitest.config.watch) return true;
  const { testFiles } = await project.globTestFiles(filters);
  return testFiles.length > 0;
}
