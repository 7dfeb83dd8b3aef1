import type { Reporter, TestModule } from 'vitest/node';

const shown = 10;

/** Prints which files took longest, and the number that all random tests started from. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length === 0 && process.env['HOOKLINE_LONG'] === '1')
      console.log(' A long run has only the files that take `runs` from test/support/seed.ts.\n');
    const rows = modules
      .map((module) => ({ name: module.relativeModuleId, ms: millisecondsOf(module) }))
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, shown);
    console.log(` Slowest files, of ${modules.length}`);
    for (const { name, ms } of rows) console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`);
    console.log(`\n Random tests began with HOOKLINE_SEED=${process.env['HOOKLINE_SEED']}\n`);
  }
}

function millisecondsOf(module: TestModule): number {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}
