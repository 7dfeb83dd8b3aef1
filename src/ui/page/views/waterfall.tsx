import type { RunDetail } from '../../wire.ts';
import { Chip } from '../parts/chip.tsx';
import { ProblemText } from '../parts/controls.tsx';
import { Diff } from '../parts/diff.tsx';
import { durationText, valueText, visibleText } from '../parts/format.ts';

interface WaterfallProps {
  readonly runs: readonly RunDetail[];
  readonly told: string | null;
}

export function Waterfall({ runs, told }: WaterfallProps) {
  if (runs.length === 0) return <p class="muted">No hook matched.</p>;
  const end = Math.max(0.001, ...runs.map(({ startMs, durationMs }) => (startMs ?? 0) + (durationMs ?? 0)));
  return (
    <ol class="waterfall">
      {runs.map((run, index) => (
        <li key={index} class={kindOf(run)}>
          <RunRow run={run} end={end} told={told} />
        </li>
      ))}
    </ol>
  );
}

function kindOf({ status, failure, decision }: RunDetail): string {
  if (status === 'skipped') return 'skipped';
  return failure === null ? (decision ?? 'none') : 'failed';
}

interface RunRowProps {
  readonly run: RunDetail;
  readonly end: number;
  readonly told: string | null;
}

function RunRow({ run, end, told }: RunRowProps) {
  const isSkipped = run.status === 'skipped';
  const start = Math.min(99, ((run.startMs ?? 0) / end) * 100);
  const length = Math.max(1, ((run.durationMs ?? 0) / end) * 100);
  return (
    <>
      <div class="run">
        <span class="hook">
          {run.level !== null && <span class="level">{run.level}</span>}
          {visibleText(run.level === null ? run.hook : withoutLevel(run.hook, run.level))}
        </span>
        <span class="chips">
          {run.changes.length > 0 && <span class="chip changed">changed</span>}
          {isSkipped ? (
            <span class="chip none">did not run</span>
          ) : run.letPass !== null ? (
            <span class="chip let-pass">allowed by a person</span>
          ) : run.failure === null ? (
            <Chip decision={run.decision} />
          ) : (
            <span class="chip failed">{run.failure}</span>
          )}
        </span>
        <span class="took">{durationText(run.durationMs)}</span>
        {!isSkipped && (
          <span class="track">
            <span
              class="bar"
              style={{ insetInlineStart: `${start}%`, inlineSize: `${Math.min(length, 100 - start)}%` }}
            />
          </span>
        )}
      </div>
      {run.place !== null && <code class="place">{visibleText(run.place)}</code>}
      {run.reason !== null && run.reason !== told && <p class="reason">{visibleText(run.reason)}</p>}
      {run.letPass !== null && <p class="let-pass">{visibleText(run.letPass)}</p>}
      <ProblemText text={run.error ?? ''} />
      {run.changes.length > 0 && <Diff changes={run.changes} />}
      <Output name="stdout" text={run.stdout} />
      <Output name="stderr" text={run.stderr} />
      <Output name="not obeyed" text={run.dropped.length === 0 ? '' : valueText(run.dropped)} />
      {run.effects.length > 0 && (
        <details>
          <summary>Effects</summary>
          <pre class="value">{valueText(run.effects)}</pre>
        </details>
      )}
    </>
  );
}

function withoutLevel(hook: string, level: string): string {
  return hook.startsWith(`${level}/`) ? hook.slice(level.length + 1) : hook;
}

function Output({ name, text }: { readonly name: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <figure class="output">
      <figcaption>{name}</figcaption>
      <pre>{visibleText(text)}</pre>
    </figure>
  );
}
