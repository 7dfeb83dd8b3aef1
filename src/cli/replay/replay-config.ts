import { existsSync } from 'node:fs';
import { findBuiltin } from '../../builtin/builtin-table.ts';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { loadConfig } from '../../config/load/load-config.ts';
import { registerAll } from '../../config/load/register-all.ts';
import type { Excuses } from '../../engine/firing/excuses.ts';
import { Hooks } from '../../engine/hooks/hooks.ts';
import { findPoint } from '../../engine/points/point.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isExcuse } from '../../gateway/exceptions/call-excuses.ts';
import { fireEvent } from '../../gateway/fire-event.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import type { RecordedFiring } from '../../trace/read/read-firings.ts';
import { RecordedAnswers, whyNotReplayable } from '../../trace/replay/recorded-answers.ts';
import type { Replayed } from '../../trace/replay/replay.ts';

export interface ReplayOptions {
  readonly files: readonly string[];
  /** The files were found on their levels, and not named. */
  readonly levels: boolean;
  readonly signal: AbortSignal;
  /** Texts to read in place of files. Default: none. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Hooks really run, instead of answering as recorded. Default: no. */
  readonly runs?: boolean;
}

/** A configuration at which recorded events are fired. */
export class ReplayedConfig {
  readonly #answers = new RecordedAnswers();
  readonly #hooks = new Hooks({ log: () => undefined });
  readonly #signal: AbortSignal;
  readonly #close: () => Promise<void>;
  /** The points at which a hook looks at files. */
  readonly #looksAtFiles: ReadonlySet<string>;
  /** What a person let pass passes again. */
  readonly #excuses: Excuses = {
    decision: (hook, effect) => {
      const why = this.#answers.whyDropped(hook, effect);
      return why !== null && isExcuse(why) ? why : null;
    },
  };
  #product: string | null = null;

  private constructor(
    declarations: readonly NamedDeclaration[],
    { signal }: ReplayOptions,
    close: () => Promise<void>,
  ) {
    this.#signal = signal;
    this.#close = close;
    this.#looksAtFiles = new Set(declarations.filter(looksAtFiles).map(({ point }) => point.name));
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
    const replayed = new ReplayedConfig(declarations, options, () => config.close());
    const isRun = options.runs === true;
    registerAll(replayed.#hooks.section(), {
      overrides,
      declarations: declarations.map((declaration) => ({
        ...declaration,
        handler: isRun || isJudgement(declaration) ? declaration.handler : replayed.#recorded(declaration),
      })),
    });
    replayed.#hooks.on('PreToolUse', ownGuard, async () =>
      replayed.#product === null ? undefined : (replayed.#answers.answerIfAny('hookline') as never),
    );
    return replayed;
  }

  async fire(recorded: RecordedFiring): Promise<Replayed> {
    const { firing } = recorded;
    const why = whyNotReplayable(recorded) ?? this.#whatIsGone(recorded);
    if (why !== null) return why;
    this.#answers.begin(recorded);
    this.#product = firing.product;
    const { point } = findPoint(firing.point);
    const outcome = await fireEvent(
      this.#hooks,
      point,
      { ...(firing.input as Fields) },
      {
        agent: firing.agent,
        signal: this.#signal,
        excuses: this.#excuses,
      },
    );
    return this.#answers.missing ?? outcome;
  }

  async close(): Promise<void> {
    await this.#hooks.dispose();
    await this.#close();
  }

  #whatIsGone({ firing: { folder, point } }: RecordedFiring): string | null {
    const isGone = folder !== null && this.#looksAtFiles.has(point) && !existsSync(folder);
    return isGone ? `a hook looks at files, and ${folder} is gone` : null;
  }

  #recorded({ name, handler, options }: NamedDeclaration): HookFunction {
    const isWatching = options.mode === 'observe' || options.mode === 'background';
    const answer = async (): Promise<never> => (isWatching ? undefined : this.#answers.answer(name)) as never;
    return Object.assign(answer, handler);
  }
}

/** It is always there for agents, and depends on what is installed. So it answers as recorded. */
const ownGuard = { name: 'hookline', guard: true, priority: Number.MAX_SAFE_INTEGER } as const;

/** Whether a hook's answer follows from the event, its options and files alone. */
function isJudgement({ type, runs, options }: NamedDeclaration): boolean {
  if (options.mode === 'observe' || options.mode === 'background') return false;
  return type === 'rules' || (type === 'builtin' && findBuiltin(runs).judges !== undefined);
}

function looksAtFiles({ type, runs }: NamedDeclaration): boolean {
  return type === 'rules' || (type === 'builtin' && findBuiltin(runs).judges === 'files');
}
