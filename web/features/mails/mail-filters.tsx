import { mailStates, type MailCounts } from '@gurukul/contract/mails';
import { Chip, Group, VisuallyHidden } from '@mantine/core';
import { useEventOptions } from '#web/features/events/event-options.ts';
import { formatNumber, isTurned } from '#web/lib/format/format.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { texts } from '#web/texts/texts.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { DaysFilter } from '#web/ui/table/days-filter.tsx';
import { ClearFilters, FilterChip } from '#web/ui/table/filter-chip.tsx';
import { kindsInSight } from './mail-kinds.ts';
import classes from './mails.module.css';
import type { useMails } from './use-mails.ts';

const t = mailsTexts;

interface StateChipsProps {
  state: string;
  counts: MailCounts | undefined;
  onChange: (state: string) => void;
}

/** The states a mail can be in, each with how many are. */
function StateChips({ state, counts, onChange }: StateChipsProps) {
  const all = counts && mailStates.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
  const label = (name: string, count: number | undefined) =>
    count === undefined ? name : t.stateOf({ state: name, count: formatNumber(count) });
  // Where there is a mail server nothing is kept.
  const shown = mailStates.filter((each) => each !== 'kept' || each === state || (counts?.kept ?? 0) > 0);
  return (
    <fieldset className={classes.chips}>
      <VisuallyHidden component="legend">{t.state}</VisuallyHidden>
      <Chip.Group value={state} onChange={onChange}>
        <Group gap={6} wrap="nowrap">
          <Chip size="xs" value="all">
            {label(t.allStates, all)}
          </Chip>
          {shown.map((each) => (
            <Chip key={each} size="xs" value={each}>
              {label(t.states[each], counts?.[each])}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </fieldset>
  );
}

interface MailFiltersProps {
  asked: ReturnType<typeof useMails>;
  /** Other mails are about to be shown. */
  onChange: () => void;
}

export const MailSearch = ({ asked: { view }, onChange }: MailFiltersProps) => (
  <SearchBox
    label={t.search}
    placeholder={t.searchHint}
    value={view.q}
    onChange={(text) => {
      onChange();
      view.setQuery(text);
    }}
  />
);

/** Their names in the address. */
export const mailFilters = ['state', 'kind', 'event', 'from', 'to'] as const;

/** Whether the log shows only some mails, apart from a search. */
export const hasFilter = ({ state, kind, eventId, days }: ReturnType<typeof useMails>) =>
  state !== 'all' || kind !== null || eventId !== null || days.from !== '' || days.to !== '';

export function MailFilters({ asked, onChange }: MailFiltersProps) {
  const { state, kind, eventId, days, until, list } = asked;
  const events = useEventOptions(eventId, { all: t.allEvents, unknown: t.unknownEvent });
  const ask = (part: Readonly<Record<string, string>>) => {
    onChange();
    asked.ask(part);
  };
  return (
    <>
      <StateChips
        state={state}
        counts={list.data?.counts}
        onChange={(next) => ask({ state: next === 'all' ? '' : next })}
      />
      <FilterChip
        label={t.kind}
        options={[
          { value: '', label: t.allKinds },
          ...kindsInSight().map((value) => ({ value, label: t.kinds[value] })),
        ]}
        value={kind ?? ''}
        onChange={(next) => ask({ kind: next })}
      />
      <FilterChip
        label={t.event}
        options={events.options}
        value={eventId === null ? '' : String(eventId)}
        onNear={events.onNear}
        onChange={(next) => ask({ event: next })}
      />
      <DaysFilter
        label={t.days}
        from={days.from}
        to={days.to}
        onDays={ask}
        error={isTurned(days.from, until) && texts.ui.fromAfterTo}
      />
      {hasFilter(asked) ? (
        <ClearFilters onClick={() => ask(Object.fromEntries(mailFilters.map((name) => [name, ''])))} />
      ) : null}
      {events.isFailed ? <span role="alert">{t.eventsFailed}</span> : null}
    </>
  );
}
