import { useEffect } from 'preact/hooks';
import type { PolicyDifference, RowVerdict } from '../../wire.ts';
import { saveTests } from '../net.ts';
import { Chip } from '../parts/chip.tsx';
import { Button, EventButton } from '../parts/controls.tsx';
import { Diff } from '../parts/diff.tsx';
import { countOf, countText, visibleText } from '../parts/format.ts';
import { listed } from '../state/filter.ts';
import { compare, loadPolicy, policy, stopComparing } from '../state/policy.ts';
import { rows } from '../state/rows.ts';

/** What an edited policy would have done with the events on screen. */
export function PolicyView() {
  useEffect(() => void loadPolicy(), []);
  const { text, file, answer, problem, progress } = policy;
  const before = file.value?.text ?? '';
  const name = visibleText(file.value?.file ?? 'hookline.yaml');
  return (
    <section class="policy" aria-label="Try a policy">
      <div class="edited">
        <label for="policy">{name}</label>
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
        {text.value !== null && text.value !== before && (
          <details class="edits">
            <summary>Your changes</summary>
            <Diff changes={[{ path: name, before, after: text.value }]} />
          </details>
        )}
        <p class="muted">
          Nothing is saved. Permission rules and built-in guards judge again; other hooks answer as recorded.
        </p>
        {progress.value === null ? (
          <Button class="main" disabled={text.value === null} onClick={() => void compare()}>
            What would it do with {countOf(listed.value.length, 'event')}?
          </Button>
        ) : (
          <p class="progress">
            <progress aria-label="Compared" max={progress.value.total} value={progress.value.done} />
            {countText(progress.value.done)} of {countText(progress.value.total)}
            <Button onClick={stopComparing}>Cancel</Button>
          </p>
        )}
      </div>
      <div class="compared" aria-live="polite">
        {problem.value !== '' && <pre class="problem">{visibleText(problem.value)}</pre>}
        {answer.value !== null && <Compared />}
        {answer.value === null && problem.value === '' && (
          <p class="empty">Edit the policy. Then see which of the recorded decisions it would change.</p>
        )}
      </div>
    </section>
  );
}

const kinds = ['Newly denied or asked', 'Newly allowed', 'Different in another way'] as const;

function strictness(verdict: RowVerdict): number {
  if (verdict === 'deny' || verdict === 'halt') return 2;
  return verdict === 'ask' ? 1 : 0;
}

function kindOf({ before, after }: PolicyDifference): number {
  const change = strictness(after) - strictness(before);
  return change === 0 ? 2 : change > 0 ? 0 : 1;
}

/** A permission rule is named in its reason. */
function ruleOf({ rule, hook, reason }: PolicyDifference): string {
  return rule ?? /^the rule (.+?) (?:denies it|asks)/.exec(reason ?? '')?.[1] ?? hook ?? 'no hook';
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
}

function Compared() {
  const { answer } = policy;
  if (answer.value === null) return null;
  const { events, same, notReplayable, reasons, different } = answer.value;
  const save = (): void => {
    const decided = different.flatMap(({ row, after }) =>
      after === null || after === 'allow' || after === 'ask' || after === 'deny' ? [{ row, after }] : [],
    );
    const question = { rows: decided.map(({ row }) => row), decisions: decided.map(({ after }) => after) };
    void saveTests(question).then((said) => {
      policy.problem.value = said;
    });
  };
  return (
    <>
      <p class="sums">
        <b class={different.length > 0 ? 'changed' : ''}>
          {countOf(different.length, 'decision')} would differ
        </b>
        <span>
          {countText(same)} of {countOf(events, 'event')} the same
          {notReplayable > 0 && `, ${countText(notReplayable)} cannot be replayed`}
        </span>
        {reasons.map(([why, count]) => (
          <span key={why} class="muted">
            {countOf(count, 'event')} cannot be replayed: {visibleText(why)}
          </span>
        ))}
      </p>
      {different.length > 0 && <Button onClick={save}>Save these as tests</Button>}
      {kinds.map((title, kind) => {
        const those = different.filter((one) => kindOf(one) === kind);
        return those.length === 0 ? null : <Kind key={title} title={title} differences={those} />;
      })}
    </>
  );
}

/** More commands of a rule than these are not read. */
const maxCommands = 50;

interface KindProps {
  readonly title: string;
  readonly differences: readonly PolicyDifference[];
}

function Kind({ title, differences }: KindProps) {
  return (
    <section class="kind">
      <h3>
        {title} <span class="badge">{countText(differences.length)}</span>
      </h3>
      {grouped(differences, ruleOf).map(([rule, ofRule]) => {
        const commands = grouped(
          ofRule,
          ({ row, before, after }) => `${rows.text('tool', row)} ${rows.about(row)}\n${before}${after}`,
        );
        return (
          <table key={rule}>
            <caption>
              {visibleText(rule)} <span class="muted">{countOf(ofRule.length, 'event')}</span>
            </caption>
            <tbody>
              {commands
                .slice(0, maxCommands)
                .map(([command, [first, ...more]]) =>
                  first === undefined ? null : (
                    <Command key={command} first={first} count={more.length + 1} />
                  ),
                )}
              {commands.length > maxCommands && (
                <tr>
                  <td class="muted">And {countOf(commands.length - maxCommands, 'other command')}.</td>
                </tr>
              )}
            </tbody>
          </table>
        );
      })}
    </section>
  );
}

function Command({ first, count }: { readonly first: PolicyDifference; readonly count: number }) {
  const { row, before, after, reason } = first;
  return (
    <tr>
      <th scope="row">
        <EventButton class="link" row={row}>
          <code>{visibleText(rows.about(row) || rows.text('point', row))}</code>
        </EventButton>
        {reason !== null && <span class="muted">{visibleText(reason)}</span>}
      </th>
      <td>× {countText(count)}</td>
      <td>
        <Chip decision={before} /> → <Chip decision={after} />
      </td>
    </tr>
  );
}
