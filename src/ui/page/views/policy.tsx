import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { PolicyAnswer, PolicyDifference, PolicyFile, PolicyQuestion } from '../../wire.ts';
import { askServer, tellServer } from '../net.ts';
import { Chip } from '../parts/chip.tsx';
import { countOf, exactTime, visibleText } from '../parts/format.ts';
import { listed } from '../state/filter.ts';
import { rows } from '../state/rows.ts';
import { current, opened } from '../state/view.ts';

const text = signal<string | null>(null);
const file = signal<string | null>(null);
const answer = signal<PolicyAnswer | null>(null);
const problem = signal('');
const isBusy = signal(false);

/** What an edited policy would have done with the events on screen, side by side with what was done. */
export function Policy() {
  useEffect(() => {
    // The editor needs the room.
    opened.value = null;
    if (text.value !== null) return;
    askServer<PolicyFile>('policy').then(
      (found) => {
        text.value ??= found.text;
        file.value = found.file;
      },
      (error: Error) => {
        problem.value = error.message;
      },
    );
  }, []);
  const compare = async (): Promise<void> => {
    isBusy.value = true;
    problem.value = '';
    try {
      const question: PolicyQuestion = { text: text.value ?? '', rows: listed.value };
      answer.value = await tellServer<PolicyAnswer>('compare', question);
    } catch (error) {
      answer.value = null;
      problem.value = error instanceof Error ? error.message : String(error);
    }
    isBusy.value = false;
  };
  return (
    <section class="policy" aria-label="What would this policy do">
      <div class="edited">
        <label for="policy">{file.value === null ? 'hookline.yaml' : visibleText(file.value)}</label>
        <textarea
          id="policy"
          spellcheck={false}
          disabled={text.value === null}
          value={text.value ?? ''}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void compare();
          }}
        />
        <p class="muted">
          Nothing is saved. Permission rules and the guards that ship judge anew; other hooks answer as
          recorded.
        </p>
        <button
          type="button"
          class="main"
          disabled={isBusy.value || text.value === null}
          onClick={() => void compare()}
        >
          {isBusy.value ? 'Comparing…' : `What would it do with ${countOf(listed.value.length, 'event')}?`}
        </button>
      </div>
      <div class="compared" aria-live="polite">
        {problem.value !== '' && <pre class="problem">{problem.value}</pre>}
        {answer.value !== null && <Compared answer={answer.value} />}
        {answer.value === null && problem.value === '' && (
          <p class="empty">Edit the policy. Then see which of the recorded decisions it would change.</p>
        )}
      </div>
    </section>
  );
}

/** More differences than these nobody reads; the count is of all. */
const maxShown = 500;

function Compared({ answer }: { readonly answer: PolicyAnswer }) {
  const { events, same, notReplayable, reasons, different } = answer;
  return (
    <>
      <p class="sums">
        <b class={different.length > 0 ? 'changed' : ''}>
          {countOf(different.length, 'decision')} would differ
        </b>
        <span>
          {same} of {countOf(events, 'event')} the same
          {notReplayable > 0 && `, ${notReplayable} cannot be replayed`}
        </span>
        {reasons.map(([why, count]) => (
          <span key={why} class="muted">
            {countOf(count, 'event')} cannot be replayed: {visibleText(why)}
          </span>
        ))}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Was</th>
            <th scope="col">Would be</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {different.slice(0, maxShown).map((difference) => (
            <DifferenceRow key={difference.row} difference={difference} />
          ))}
        </tbody>
      </table>
      {different.length > maxShown && (
        <p class="muted">And {countOf(different.length - maxShown, 'more', 'more')}.</p>
      )}
    </>
  );
}

function DifferenceRow({
  difference: { row, before, after, hook, reason },
}: {
  readonly difference: PolicyDifference;
}) {
  const open = (): void => {
    current.value = row;
    opened.value = row;
  };
  return (
    <tr>
      <th scope="row">
        <button type="button" class="event-link" title="Open the event" onClick={open}>
          <code>{visibleText(rows.about(row)) || rows.point(row)}</code>
          <span class="muted">
            {exactTime(rows.at(row))} {visibleText(rows.tool(row) || rows.point(row))}
          </span>
        </button>
      </th>
      <td>
        <Chip decision={before} />
      </td>
      <td>
        <Chip decision={after} />
      </td>
      <td>
        {hook !== null && visibleText(hook)}
        {reason !== null && <span class="muted"> {visibleText(reason)}</span>}
      </td>
    </tr>
  );
}
