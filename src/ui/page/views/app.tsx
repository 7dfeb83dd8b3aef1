import { useLayoutEffect, useRef } from 'preact/hooks';
import { countOf, durationText, visibleText } from '../parts/format.ts';
import { sessions } from '../state/facts.ts';
import { filter } from '../state/filter.ts';
import { rowCount } from '../state/rows.ts';
import { otherScheme, scheme } from '../state/scheme.ts';
import { connection, follows, helpShown, opened, state, type View, view, views } from '../state/view.ts';
import { Approvals } from './approvals.tsx';
import { EventList } from './event-list.tsx';
import { EventPanel } from './event-panel.tsx';
import { FilterBar } from './filter-bar.tsx';
import { keys, pressKey, showView } from './keys.ts';
import { PolicyView } from './policy.tsx';
import { Rules } from './rules.tsx';
import { TimelineView } from './timeline.tsx';
import { needed, Today } from './today.tsx';

const connections: Readonly<Record<typeof connection.value, string>> = {
  connecting: 'connecting…',
  live: 'live',
  lost: 'connection lost, trying again',
  ended: 'ended',
};

export function App() {
  useLayoutEffect(() => {
    addEventListener('keydown', pressKey);
    return () => removeEventListener('keydown', pressKey);
  }, []);
  useLayoutEffect(() => {
    document.title = needed.value > 0 ? `(${needed.value}) hookline` : 'hookline';
  }, [needed.value]);
  return (
    <>
      <header class="top">
        <h1>hookline</h1>
        <Tabs />
        <span class={`connection ${connection.value}`} role="status">
          {connection.value === 'live' && state.value.isReading ? 'reading…' : connections[connection.value]}
        </span>
        <button type="button" class="plain" title="Light or dark   t" onClick={otherScheme}>
          {scheme.value === 'dark' ? 'Light' : 'Dark'}
        </button>
        <button
          type="button"
          class="plain keys"
          title="Keys   ?"
          onClick={() => {
            helpShown.value = true;
          }}
        >
          Keys
        </button>
      </header>
      <main class={opened.value === null ? '' : 'with-detail'}>
        <Problems />
        {view.value !== 'approvals' && <FilterBar />}
        <div class={`view of-${view.value}`}>
          <Heading key={view.value} />
          {body(view.value)}
        </div>
        {opened.value !== null && <EventPanel row={opened.value} />}
      </main>
      {helpShown.value && <Help />}
    </>
  );
}

let isFirst = true;

/** The focus goes where the view begins; at the start it stays with the page. */
function Heading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  const facts = sessions.value.find(({ session }) => session === filter.session.value);
  const isSession = view.value === 'session' && facts !== undefined;
  const title = views.find(({ id }) => id === view.value)?.title ?? '';
  return (
    <div class="heading">
      <h2 ref={heading} tabIndex={-1}>
        {isSession ? visibleText(facts.title || facts.session) : title}
      </h2>
      {isSession && (
        <span class="muted">
          {visibleText([facts.product, facts.folder].filter(Boolean).join(' in '))} ·{' '}
          {durationText(facts.last - facts.first)} · {countOf(facts.calls, 'call')}
        </span>
      )}
      {view.value === 'session' && (
        <label class="follow">
          <input
            type="checkbox"
            checked={follows.value}
            onChange={({ currentTarget }) => {
              follows.value = currentTarget.checked;
            }}
          />
          Follow
        </label>
      )}
    </div>
  );
}

function body(shown: View) {
  if (shown === 'approvals') return <Approvals />;
  if (shown === 'policy') return <PolicyView />;
  if (rowCount.value === 0) {
    return (
      <>
        {shown === 'today' && <Today />}
        <p class="empty">
          {state.value.isReading ? (
            'Reading the traces…'
          ) : (
            <>
              Nothing is recorded yet. Set <code>trace: true</code> in hookline.yaml and let an agent work; it
              shows here at once.
            </>
          )}
        </p>
      </>
    );
  }
  if (shown === 'today') return <Today />;
  if (shown === 'rules') return <Rules />;
  return (
    <>
      <TimelineView />
      <EventList />
    </>
  );
}

/** Everything that makes the page show less than there is. */
function Problems() {
  const isEnded = connection.value === 'ended' || connection.value === 'lost';
  const problems = [
    ...state.value.problems,
    ...(isEnded
      ? [
          'hookline ui has ended, so nothing new shows here: start it again and open the address that it prints',
        ]
      : []),
  ];
  return (
    <div class="problems" role="alert">
      {problems.map((text) => (
        <p key={text} class="problem">
          {visibleText(text)}
        </p>
      ))}
    </div>
  );
}

function Tabs() {
  return (
    <nav class="tabs" aria-label="Views">
      {views.map(({ id, title }, index) => (
        <button
          key={id}
          type="button"
          aria-current={view.value === id ? 'page' : undefined}
          title={`${title}   ${index + 1}`}
          onClick={() => showView(id)}
        >
          {title}
          {id === 'approvals' && needed.value > 0 && <span class="badge ask">{needed.value}</span>}
        </button>
      ))}
    </nav>
  );
}

function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label="Keys"
      onClose={() => {
        helpShown.value = false;
      }}
    >
      <h2>Keys</h2>
      <dl>
        {keys.map(({ shown, does }) => (
          <div key={shown}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="main" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
