import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EventDetail as Detail } from '../../wire.ts';
import { askServer } from '../net.ts';
import { Chip } from '../parts/chip.tsx';
import { dayText, durationText, exactTime, valueText, visibleText } from '../parts/format.ts';
import { opened } from '../state/view.ts';
import { Waterfall } from './waterfall.tsx';

/** One event: what was decided and why, and what each hook did. */
export function EventPanel({ row }: { readonly row: number }) {
  const detail = useSignal<Detail | null>(null);
  const problem = useSignal('');
  useEffect(() => {
    let isWanted = true;
    problem.value = '';
    askServer<Detail>('event', { row: String(row) }).then(
      (found) => {
        if (isWanted) detail.value = found;
      },
      (error: Error) => {
        if (isWanted) problem.value = error.message;
      },
    );
    return () => {
      isWanted = false;
    };
  }, [row, detail, problem]);
  const close = (): void => {
    opened.value = null;
  };
  return (
    <aside class="detail" aria-label="Event">
      <button type="button" class="close" aria-label="Close" title="Close   Esc" onClick={close}>
        ×
      </button>
      {problem.value !== '' && <p class="problem">{problem.value}</p>}
      {detail.value !== null && <Whole detail={detail.value} />}
    </aside>
  );
}

function Whole({ detail }: { readonly detail: Detail }) {
  const {
    at,
    agent,
    lineage,
    product,
    point,
    tool,
    code,
    decision,
    reason,
    decidedBy,
    durationMs,
    folder,
    session,
    openRules = [],
  } = detail;
  const facts: readonly (readonly [string, string | null])[] = [
    ['When', `${dayText(at)} ${exactTime(at)}`],
    ['Took', durationText(durationMs)],
    [
      'Agent',
      [product, ...lineage, agent]
        .filter((part, index, all) => part && all.indexOf(part) === index)
        .join(' › '),
    ],
    ['Session', session],
    ['Folder', folder],
    ['Code', code],
    ['Opened by a person', openRules.join(', ')],
  ];
  return (
    <>
      <header class={`verdict ${decision ?? 'none'}`}>
        <h2>
          {point}
          {tool !== null && <b> {visibleText(tool)}</b>}
        </h2>
        <p>
          <Chip decision={decision} />
          {decidedBy !== null && <span> by {visibleText(decidedBy)}</span>}
        </p>
        {reason !== null && <p class="reason">{visibleText(reason)}</p>}
      </header>
      <h3>Hooks</h3>
      <Waterfall key={detail.id} runs={detail.runs} told={reason} />
      <h3>Facts</h3>
      <dl>
        {facts.map(([name, text]) =>
          text === null || text === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{visibleText(text)}</dd>
            </div>
          ),
        )}
      </dl>
      <h3>Input</h3>
      {detail.input === null ? (
        <p class="muted">The record keeps no content.</p>
      ) : (
        <pre class="value">{valueText(detail.input)}</pre>
      )}
      <details>
        <summary>Outcome</summary>
        <pre class="value">{valueText(detail.outcome)}</pre>
      </details>
    </>
  );
}
