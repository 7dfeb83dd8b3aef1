import type { Config } from '../config/load/config.ts';
import type { TraceSetting } from '../config/load/trace-setting.ts';
import type { LogEntry } from '../engine/firing/interceptor.ts';
import type { Hooks } from '../engine/hooks/hooks.ts';
import { contentModes } from '../trace/format/content-modes.ts';
import type { DescribeHook, HookFacts } from '../trace/record/hook-facts.ts';
import type { Recording, RecordSetting } from '../trace/record/record.ts';

const offWords = new Set(['0', 'off', 'false', 'no']);
const onWords = new Set(['1', 'on', 'true', 'yes']);

/** Records what happens with the hooks of a configuration, if it or `HOOKLINE_TRACE` wants that; null where neither does. */
export async function recordConfig(
  config: Config,
  log: (entry: LogEntry) => void,
): Promise<Recording | null> {
  return recordHooks(config.hooks, config.trace, {
    log,
    describe: describeHooks(config),
    config: () => config.digest,
  });
}

/** The same for hooks that no configuration has. */
export async function recordHooks(
  hooks: Hooks,
  trace: TraceSetting | null,
  more: Pick<RecordSetting, 'log' | 'describe' | 'config'>,
): Promise<Recording | null> {
  const setting = wantedSetting(trace, process.env['HOOKLINE_TRACE'] ?? '');
  if (setting === null) return null;
  const { level, ...options } = setting;
  const { startRecording } = await import('../trace/record/record.ts');
  const redact = async () => (await import('../builtin/secrets/redact-value.ts')).loadRedaction();
  return startRecording(hooks, { ...options, ...more, redact });
}

/**
 * The variable switches the record on. It is part of what an agent may have set, so it switches off nothing that a level switched
 * on, and changes nothing that the user or the administrator set.
 */
export function wantedSetting(setting: TraceSetting | null, variable: string): TraceSetting | null {
  const word = variable.trim();
  const { level } = setting ?? {};
  if (word === '' || level === 'managed' || level === 'user') return setting;
  if (offWords.has(word.toLowerCase())) return level === undefined ? null : setting;
  if (onWords.has(word.toLowerCase())) return setting ?? {};
  const content = contentModes.find((mode) => mode === word.toLowerCase());
  return content === undefined ? { ...setting, folder: word } : { ...setting, content };
}

/** Where the hooks of files come from. */
function describeHooks(config: Config): DescribeHook {
  let known: readonly unknown[] | null = null;
  let facts = new Map<string, HookFacts>();
  return (hook, point) => {
    // A reload brings another list.
    if (config.declarations !== known) {
      known = config.declarations;
      facts = new Map(
        config.declarations.map(({ name, point: { name: at }, level, place, type }) => {
          const { file, line, column } = place;
          return [`${at}\n${name}`, { level: level ?? null, place: { file, line, column }, kind: type }];
        }),
      );
    }
    return facts.get(`${point}\n${hook}`);
  };
}
