import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../../../engine/values/text.ts';
import { aboutEvent } from '../../../trace/about-event.ts';
import type { EventDetail as Detail } from '../../wire.ts';
import { askServer, saveTests } from '../net.ts';
import { Chip } from '../parts/chip.tsx';
import { Button, Facts, ProblemText } from '../parts/controls.tsx';
import { dayText, durationText, exactTime, valueText, visibleText } from '../parts/format.ts';
import { tryRule } from '../state/policy.ts';
import { entries, rows } from '../state/rows.ts';
import { opened, openedId } from '../state/view.ts';
import { Waterfall } from './waterfall.tsx';

/** A call and its result: what was decided and why, and what each hook did. */
export function EventPanel({ row }: { readonly row: number }) {
  const details = useSignal<readonly Detail[]>([]);
  const problem = useSignal('');
  const result = rows.result(row);
  useEffect(() => {
    let isWanted = true;
    problem.value = '';
    const wanted = result < 0 ? [row] : [row, result];
    Promise.all(wanted.map((number) => askServer<Detail>('event', { row: String(number) }))).then(
      (answers) => {
        if (!isWanted) return;
        details.value = answers;
        openedId.value = answers[0]?.id ?? '';
      },
      (error: unknown) => {
        if (isWanted) problem.value = messageOf(error);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [row, result, details, problem]);
  const [detail, after] = details.value;
  const close = (): void => {
    opened.value = null;
  };
  return (
    <aside class="detail" aria-label="Event">
      <Button class="close" aria-label="Close" title="Close   Esc" onClick={close}>
        ×
      </Button>
      <ProblemText text={problem.value} />
      {detail !== undefined && <Whole row={row} detail={detail} after={after} />}
    </aside>
  );
}

interface WholeProps {
  readonly row: number;
  readonly detail: Detail;
  readonly after: Detail | undefined;
}

function Whole({ row, detail, after }: WholeProps) {
  const { at, agent, lineage, product, point, tool, code, durationMs, folder, session } = detail;
  const isDecidedAfter = detail.decision === null && after !== undefined && after.decision !== null;
  const { decision, reason, decidedBy } = isDecidedAfter ? after : detail;
  const facts = [
    ['When', `${dayText(at)} ${exactTime(at)}`],
    ['Hooks took', durationText(durationMs)],
    ['Tool took', after === undefined ? null : durationText(entries.toolMs(row))],
    ['Product', product],
    ['Agent', [...lineage, agent ?? 'main'].join(' › ')],
    ['Session', session],
    ['Folder', folder],
    ['Code', code],
    ['Lifted by a person', (detail.openRules ?? []).join(', ')],
  ] as const;
  const command = visibleText(aboutEvent(detail.input, folder));
  return (
    <>
      <header class={`verdict ${decision ?? 'none'}`}>
        <h2>
          {point}
          {tool !== null && <b> {visibleText(tool)}</b>}
        </h2>
        {command !== '' && <pre class="command">{command}</pre>}
        <p>
          <Chip decision={decision} />
          {decidedBy !== null && <span> by {visibleText(decidedBy)}</span>}
        </p>
        {reason !== null && <p class="reason">{visibleText(reason)}</p>}
      </header>
      <Actions key={row} row={row} />
      <h3>Hooks</h3>
      <Waterfall key={detail.id} runs={detail.runs} told={reason} />
      {after !== undefined && (
        <>
          <h3>Hooks after the tool</h3>
          <Waterfall key={after.id} runs={after.runs} told={reason} />
        </>
      )}
      <h3>Facts</h3>
      <Facts facts={facts.flatMap(([name, text]) => (text ? [[name, visibleText(text)] as const] : []))} />
      <h3>Input</h3>
      {detail.input === null ? (
        <p class="muted">The traces were recorded without content.</p>
      ) : (
        <pre class="value">{valueText((after ?? detail).input)}</pre>
      )}
      <details>
        <summary>Outcome</summary>
        <pre class="value">
          {valueText(after === undefined ? detail.outcome : [detail.outcome, after.outcome])}
        </pre>
      </details>
    </>
  );
}

function Actions({ row }: { readonly row: number }) {
  const said = useSignal('');
  const tool = rows.text('tool', row);
  const copy = async (): Promise<void> => {
    said.value = await navigator.clipboard.writeText(location.href).then(
      () => 'Copied. The link works while this hookline ui runs.',
      () => "The browser doesn't allow this. Copy the address of the page.",
    );
  };
  const makeTest = async (): Promise<void> => {
    const problem = await saveTests({ rows: entries.rows(row) });
    said.value = problem || 'Saved. Put it beside hookline.yaml and run: hookline test';
  };
  return (
    <p class="actions">
      <Button onClick={() => void copy()}>Copy link</Button>
      <Button onClick={() => void makeTest()}>Make a test</Button>
      {tool !== '' && <Button onClick={() => void tryRule(tool, rows.about(row))}>Try a rule</Button>}
      <span role="status">{visibleText(said.value)}</span>
    </p>
  );
}
