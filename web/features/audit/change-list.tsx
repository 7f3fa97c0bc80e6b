import type { audit, Change } from '@gurukul/contract/audit';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { Button, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '#web/calls/errors.ts';
import { formatDate, formatDateTime, formatNumber, formatTime } from '#web/lib/format/format.ts';
import { auditTexts } from '#web/texts/audit.ts';
import { texts } from '#web/texts/texts.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ChangeDetails } from './change-details.tsx';
import classes from './change-list.module.css';
import { besidesOf, dayOf, daysLeft, detailsOf, sentenceOf } from './change-words.ts';
import { UndoButton } from './undo-button.tsx';

const t = auditTexts;

/** The bin tells how long something can still be undone; a timeline leaves out what never could. */
type Look = 'bin' | 'timeline';

const offersUndo = (look: Look, { undo }: Change) => (look === 'bin' ? true : undo.why !== 'not_undoable');

function Facts({ change, look }: { change: Change; look: Look }) {
  const { at, from, row_count: rows, undo, undone } = change;
  const facts = [
    besidesOf(change),
    from ? t.from({ address: from }) : '',
    rows > 1 ? t.rows({ count: rows }) : '',
    look === 'bin' && undo.can && undo.until ? t.daysLeft({ count: daysLeft(undo.until) }) : '',
  ].filter(Boolean);
  return (
    <p className={classes.facts}>
      <time dateTime={at} title={formatDateTime(at)}>
        {formatTime(at)}
      </time>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {undone ? (
        <>
          <StatusBadge tone="calm">{t.undoneBadge}</StatusBadge>
          <span>{t.undone({ who: undone.by, at: formatDateTime(undone.at) })}</span>
        </>
      ) : null}
    </p>
  );
}

function ChangeItem({ change, look }: { change: Change; look: Look }) {
  return (
    <li className={classes.change} data-undone={change.undone ? true : undefined} tabIndex={-1}>
      <div className={classes.words}>
        <p className={classes.sentence}>{sentenceOf(change)}</p>
        <ChangeDetails details={detailsOf(change)} />
        <Facts change={change} look={look} />
      </div>
      {offersUndo(look, change) ? <UndoButton change={change} leadsToHistory={look === 'bin'} /> : null}
    </li>
  );
}

/** The changes of one day. */
function Day({ label, changes, look }: { label: string; changes: readonly Change[]; look: Look }) {
  return (
    <section className={classes.day}>
      {label ? (
        <Title order={2} size="h5" className={classes.date}>
          {label}
        </Title>
      ) : null}
      <ol className={classes.list}>
        {changes.map((change) => (
          <ChangeItem key={change.change_id} change={change} look={look} />
        ))}
      </ol>
    </section>
  );
}

type Page = CallOutput<typeof audit.get_bin | typeof audit.get_timeline>;

interface PagesProps {
  look: Look;
  /** Reads a page of changes before the oldest one seen so far; null for the first page. */
  read: (before: number | null, signal: AbortSignal) => Promise<Page>;
  /** The call and its input. With another input the list starts again. */
  asked: readonly [path: string, ...of: (string | number)[]];
  failed: string;
  empty: ReactNode;
}

interface FromProps extends PagesProps {
  before: number | null;
  /** The last day of the page before: its heading is not repeated. */
  previousDay: string;
}

function From(props: FromProps) {
  const { look, read, asked, failed, empty, before, previousDay } = props;
  const page = useQuery<Page>({
    queryKey: [...asked, before],
    queryFn: ({ signal }) => read(before, signal),
    // A change that was just made, on any page, belongs here.
    staleTime: 0,
    ...(before === null ? { placeholderData: keepPreviousData } : {}),
  });
  const wish = asked.join('\n');
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const isThere = page.data !== undefined;
  useEffect(() => {
    // The button that asked for more has gone: reading goes on with the first of what came.
    if (isThere && before !== null) place.current?.querySelector('li')?.focus({ preventScroll: true });
  }, [isThere, before]);

  if (!page.data) {
    if (!page.isError) return <LoadingState label={before === null ? texts.ui.loading : t.loadingMore} />;
    if (page.error instanceof ApiError && page.error.isFinal) {
      return <FailedState title={texts.ui.notForYouTitle} message={texts.ui.notForYou} />;
    }
    return <FailedState title={failed} message={page.error.message} onRetry={() => void page.refetch()} />;
  }
  const { data, next } = page.data;
  const endsAfter = 'ends_after' in page.data && next === null ? page.data.ends_after : null;
  const end =
    endsAfter === null ? null : (
      <Text size="sm" c="dimmed" mt="md">
        {t.history.endsAfter({ days: formatNumber(endsAfter) })}
      </Text>
    );
  if (data.length === 0) {
    return (
      <>
        {before === null ? empty : null}
        {end}
      </>
    );
  }
  const days = Map.groupBy(data, ({ at }) => formatDate(at));
  return (
    <>
      <div ref={place} aria-busy={page.isPlaceholderData} className={classes.page}>
        {[...days].map(([day, changes]) => (
          <Day
            key={day}
            label={day === previousDay ? '' : dayOf(changes[0]!.at)}
            changes={changes}
            look={look}
          />
        ))}
      </div>
      {next !== null && openedFor === wish ? (
        <From {...props} before={next} previousDay={[...days.keys()].at(-1)!} />
      ) : null}
      {next !== null && openedFor !== wish ? (
        <Button variant="default" className={classes.next} onClick={() => setOpenedFor(wish)}>
          {t.more}
        </Button>
      ) : null}
      {end}
    </>
  );
}

/** Changes, newest first, by day; older ones on demand. */
export const ChangeList = (props: PagesProps) => <From {...props} before={null} previousDay="" />;
