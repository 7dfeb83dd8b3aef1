import type { Config } from '../config/load/config.ts';
import type { TraceSetting } from '../config/load/trace-setting.ts';
import type { LogEntry } from '../engine/firing/interceptor.ts';
import { contentModes } from '../trace/format/content-modes.ts';
import type { DescribeHook, HookFacts } from '../trace/record/hook-facts.ts';
import type { Recording } from '../trace/record/record.ts';

const offWords = new Set(['0', 'off', 'false', 'no']);
const onWords = new Set(['1', 'on', 'true', 'yes']);

/** Records what happens with the hooks of a configuration, if it or `HOOKLINE_TRACE` wants that; null where neither does. */
export async function recordConfig(
  config: Config,
  log: (entry: LogEntry) => void,
): Promise<Recording | null> {
  const setting = wantedSetting(config.trace, process.env['HOOKLINE_TRACE'] ?? '');
  if (setting === null) return null;
  const { level, ...options } = setting;
  const { startRecording } = await import('../trace/record/record.ts');
  return startRecording(config.hooks, {
    ...options,
    log,
    redact: async () => (await import('../builtin/secrets/redact-value.ts')).loadRedaction(),
    describe: describeHooks(config),
    config: () => config.digest,
  });
}

/** The variable wins, except that it cannot switch off what the managed level switched on. */
function wantedSetting(setting: TraceSetting | null, variable: string): TraceSetting | null {
  const word = variable.trim();
  if (word === '') return setting;
  if (offWords.has(word.toLowerCase())) return setting?.level === 'managed' ? setting : null;
  if (setting?.level === 'managed') return setting;
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
