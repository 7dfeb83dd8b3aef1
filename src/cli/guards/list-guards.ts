import { chooseFiles } from '../../config/load/choose-files.ts';
import { messageOf } from '../../engine/values/text.ts';
import { visible } from '../../gateway/answer/visible.ts';
import type { CommandCall } from '../command.ts';
import { withConfig } from '../input/with-config.ts';
import { guardRules } from './guard-rules.ts';
import { guardNames, isGuard } from './judging-guards.ts';

/** Shows every guard that ships with its rules, and which of them are on here. */
export async function listGuards(call: CommandCall): Promise<number> {
  const { options, terminal } = call;
  const on = await pointsByGuard(call);
  const rules = guardRules();
  if (options['json'] === true) {
    terminal.print(
      JSON.stringify(
        rules.map((rule) => ({ ...rule, on: on?.has(rule.guard) ?? null })),
        null,
        2,
      ),
    );
    return 0;
  }
  const { bold, dim, green } = terminal.colors;
  for (const guard of guardNames) {
    const points = on?.get(guard);
    const state = points === undefined ? dim('not on here') : green(`on at ${[...points].join(', ')}`);
    terminal.print(`${bold(guard)}  ${on === null ? dim('no configuration here') : state}`);
    for (const { id, severity, catches, instead, example } of rules.filter((rule) => rule.guard === guard)) {
      terminal.print(`  ${bold(id)}  ${severity}`);
      terminal.print(`    ${catches} ${instead}`);
      if (example !== null) terminal.print(`    for example: ${example}`);
    }
  }
  terminal.print(dim('hookline init --guards writes a configuration with all three'));
  return 0;
}

/** The points at which each guard is registered here; null when there is no configuration, or none that can be read. */
async function pointsByGuard(call: CommandCall): Promise<ReadonlyMap<string, ReadonlySet<string>> | null> {
  const { options, terminal } = call;
  if (chooseFiles(options['config']).files.length === 0) return null;
  try {
    return await withConfig(call, async ({ declarations }) => {
      const found = new Map<string, Set<string>>();
      for (const { type, runs, point } of declarations)
        if (type === 'builtin' && isGuard(runs))
          found.set(runs, (found.get(runs) ?? new Set()).add(point.name));
      return found;
    });
  } catch (problem) {
    terminal.tell(visible(`what is on here cannot be told: ${messageOf(problem)}`));
    return null;
  }
}
