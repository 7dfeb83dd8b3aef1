import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button, Checkbox, ProblemText } from '../parts/controls.tsx';
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
import { keys, pressKey, showHelp, showView } from './keys.ts';
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
        <Button title="Light or dark   t" onClick={otherScheme}>
          {scheme.value === 'dark' ? 'Light' : 'Dark'}
        </Button>
        <Button class="plain keys" title="Keys   ?" onClick={showHelp}>
          Keys
        </Button>
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
        <Checkbox class="follow" checked={follows}>
          Follow
        </Checkbox>
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
              Nothing is recorded yet. Add <code>trace: true</code> to hookline.yaml and start an agent: its
              events show here at once.
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
  const ended =
    'hookline ui has ended, so this page is out of date. Start it again and open the address it prints.';
  const problems = isEnded ? [...state.value.problems, ended] : state.value.problems;
  return (
    <div class="problems">
      {problems.map((text) => (
        <ProblemText key={text} text={text} />
      ))}
    </div>
  );
}

function Tabs() {
  return (
    <nav class="tabs" aria-label="Views">
      {views.map(({ id, title }, index) => (
        <Button
          key={id}
          class=""
          aria-current={view.value === id ? 'page' : undefined}
          title={`${title}   ${index + 1}`}
          onClick={() => showView(id)}
        >
          {title}
          {id === 'approvals' && needed.value > 0 && <span class="badge ask">{needed.value}</span>}
        </Button>
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
      <Button class="main" onClick={() => dialog.current?.close()}>
        Close
      </Button>
    </dialog>
  );
}
