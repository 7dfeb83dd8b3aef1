import { countOf, dayText, timeText, visibleText } from '../parts/format.ts';
import { type SessionFacts, sessions } from '../state/facts.ts';
import { clearFilter, filter } from '../state/filter.ts';
import { rowCount } from '../state/rows.ts';
import { current, opened } from '../state/view.ts';

export function Sessions() {
  return (
    <nav class="sessions" aria-label="Sessions">
      <h2>Sessions</h2>
      <ul>
        <li>
          <SessionButton session="" title="All sessions" detail={countOf(rowCount.value, 'event')} />
        </li>
        {sessions.value.map((facts) => (
          <li key={facts.session}>
            <SessionButton
              session={facts.session}
              title={visibleText(facts.session)}
              detail={detailOf(facts)}
              facts={facts}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function detailOf({ product, last, events }: SessionFacts): string {
  return [product, `${dayText(last)} ${timeText(last)}`, countOf(events, 'event')]
    .filter(Boolean)
    .join(' · ');
}

interface SessionButtonProps {
  readonly session: string;
  readonly title: string;
  readonly detail: string;
  readonly facts?: SessionFacts;
}

function SessionButton({ session, title, detail, facts }: SessionButtonProps) {
  const choose = (): void => {
    clearFilter();
    filter.session.value = session;
    opened.value = null;
    current.value = null;
  };
  return (
    <button type="button" aria-pressed={filter.session.value === session} onClick={choose}>
      <span class="title">{title}</span>
      <span class="facts">{detail}</span>
      {facts !== undefined && (
        <span class="badges">
          {facts.denies > 0 && <span class="badge deny">{countOf(facts.denies, 'deny', 'denies')}</span>}
          {facts.asks > 0 && <span class="badge ask">{countOf(facts.asks, 'ask')}</span>}
          {facts.failures > 0 && <span class="badge failed">{countOf(facts.failures, 'failure')}</span>}
        </span>
      )}
    </button>
  );
}
