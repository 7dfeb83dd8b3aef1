import { existsSync } from 'node:fs';
import { findBuiltin } from '../../builtin/builtin-table.ts';
import { loadRedaction } from '../../builtin/secrets/redact-value.ts';
import type { Config } from '../../config/load/config.ts';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { loadConfig } from '../../config/load/load-config.ts';
import { registerAll } from '../../config/load/register-all.ts';
import type { Excuses } from '../../engine/firing/context.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import type { Reply } from '../../engine/outcome/effects.ts';
import { findPoint } from '../../engine/points/point.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { fireEvent } from '../../gateway/host/fire-event.ts';
import { guardOwnFiles, ownGuard } from '../../gateway/own-guard/own-guard.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { isAllowance } from '../../trace/allowed-by-person.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import { recordedName } from '../../trace/record/names.ts';
import { isProgramsAnswer, RecordedAnswers, whyNotReplayable } from '../../trace/replay/recorded-answers.ts';
import type { Replayed } from '../../trace/replay/replay.ts';

export interface ReplayOptions {
  readonly files: readonly string[];
  readonly levels: boolean;
  readonly signal: AbortSignal;
  readonly texts?: ReadonlyMap<string, string>;
  readonly runs?: boolean;
  readonly inGoneFolders?: boolean;
}

export class ReplayedConfig {
  readonly #answers: RecordedAnswers;
  readonly #hooks = new Hooks({ log: () => undefined });
  readonly #signal: AbortSignal;
  readonly #config: Config;
  readonly #declared: ReadonlySet<string>;
  readonly #looksAtFiles: ReadonlySet<string>;
  readonly #excuses: Excuses = {
    decision: (hook, effect) => {
      const why = this.#answers.whyDropped(hook, effect);
      return why !== null && isAllowance(why) ? why : null;
    },
    rule: (_, rule) => this.#answers.wasOpen(rule),
  };

  private constructor(
    config: Config,
    { signal, inGoneFolders = false }: ReplayOptions,
    answers: RecordedAnswers,
  ) {
    const { declarations } = config;
    this.#answers = answers;
    this.#signal = signal;
    this.#config = config;
    this.#declared = new Set(declarations.map(({ name }) => name));
    this.#looksAtFiles = new Set(
      inGoneFolders ? [] : declarations.filter(looksAtFiles).map(({ point }) => point.name),
    );
  }

  static async load(options: ReplayOptions): Promise<ReplayedConfig> {
    const quiet = { watch: false, log: () => undefined };
    const config = await loadConfig(options.files, {
      ...quiet,
      levels: options.levels,
      nativeNames: true,
      ...(options.texts && { texts: options.texts }),
      hooks: new Hooks({ log: quiet.log }),
    });
    const { declarations, overrides } = config;
    const answers = new RecordedAnswers(await recordedNames(declarations.map(({ name }) => name)));
    const replayed = new ReplayedConfig(config, options, answers);
    const isRun = options.runs === true;
    registerAll(replayed.#hooks.section(), {
      overrides,
      declarations: declarations.map((declaration) => ({
        ...declaration,
        handler: isRun || isJudgement(declaration) ? declaration.handler : replayed.#recorded(declaration),
      })),
    });
    return replayed;
  }

  async fire(recorded: RecordedFiring): Promise<Replayed> {
    const { firing } = recorded;
    const why = whyNotReplayable(recorded) ?? this.#whatIsGone(recorded);
    if (why !== null) return why;
    this.#answers.begin(recorded);
    const { point } = findPoint(firing.point);
    const programs = [...this.#registerPrograms(recorded), ...this.#registerOwnGuard(recorded)];
    try {
      const { agent } = firing;
      const options = { agent, signal: this.#signal, excuses: this.#excuses };
      const outcome = await fireEvent(this.#hooks, point, { ...(firing.input as Fields) }, options);
      // What was interrupted has no outcome.
      this.#signal.throwIfAborted();
      return { outcome, doubt: this.#answers.doubt };
    } finally {
      for (const unregister of programs) unregister();
    }
  }

  async close(): Promise<void> {
    await this.#hooks.dispose();
    await this.#config.close();
  }

  #whatIsGone({ firing: { folder, point } }: RecordedFiring): string | null {
    const isGone = folder !== null && this.#looksAtFiles.has(point) && !existsSync(folder);
    return isGone ? `a hook looks at files, and ${folder} is gone` : null;
  }

  /** Hooks that no file declares answer as recorded, in their recorded order. */
  #registerPrograms({ firing, runs }: RecordedFiring): readonly (() => void)[] {
    const lastOfFiles = runs.findLastIndex(({ place }) => place !== null);
    const answering = new Set(runs.filter(isProgramsAnswer).map(({ hook }) => hook));
    return runs.flatMap(({ hook, guard }, index) => {
      // One that judged again has several runs.
      if (!answering.delete(hook) || this.#declared.has(hook)) return [];
      const priority = index < lastOfFiles ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
      const answer = async (): Promise<Reply<never>> => this.#answers.answer(hook);
      return [this.#hooks.on(firing.point as 'PreToolUse', { name: hook, guard, priority }, answer)];
    });
  }

  /** Where a deny came first, hookline's own guard wasn't asked; ask it now. */
  #registerOwnGuard({ firing: { folder }, runs }: RecordedFiring): readonly (() => void)[] {
    const isUnasked = runs.some(
      ({ hook, place, status }) => hook === ownGuard && place === null && status === 'skipped',
    );
    if (!isUnasked || folder === null || this.#declared.has(ownGuard)) return [];
    const { files, declarations } = this.#config;
    return [guardOwnFiles({ files, declarations, hooks: this.#hooks }, folder)];
  }

  #recorded({ name, handler, options }: NamedDeclaration): HookFunction {
    const isWatching = options.mode === 'observe' || options.mode === 'background';
    const answer = async (): Promise<Reply<never>> => (isWatching ? undefined : this.#answers.answer(name));
    return Object.assign(answer, handler);
  }
}

function isJudgement({ type, runs, options }: NamedDeclaration): boolean {
  if (options.mode === 'observe' || options.mode === 'background') return false;
  return type === 'rules' || (type === 'builtin' && findBuiltin(runs).judges !== undefined);
}

function looksAtFiles({ type, runs }: NamedDeclaration): boolean {
  return type === 'rules' || (type === 'builtin' && findBuiltin(runs).judges === 'files');
}

async function recordedNames(hooks: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const redact = await loadRedaction();
  const named = hooks.map((hook): [string, ReadonlySet<string>] => {
    const kept = recordedName(hook, { content: 'redacted', redact });
    return [hook, new Set([kept, recordedName(hook, { content: 'none', redact: null })])];
  });
  return new Map(named.filter(([hook, names]) => names.size > 1 || !names.has(hook)));
}
