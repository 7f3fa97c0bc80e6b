import {
  daysOffMax,
  holidayCountries,
  meetings,
  type Holiday,
  type HolidayCountry,
  type HolidayDoubt,
  type Meeting,
  type PlannedDayOff,
} from '@gurukul/contract/meetings';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { Button, Checkbox, List, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, send } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { calendarWords } from '#web/lib/format/calendar-words.ts';
import { countryName } from '#web/lib/format/country-names.ts';
import { formatDate, formatNumber, today } from '#web/lib/format/format.ts';
import { daysOffTexts } from '#web/texts/days-off.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { CalendarFile, isTooLarge } from './calendar-file.tsx';
import classes from './many-days-off-form.module.css';
import { Told } from './effect-of.tsx';
import { whenOf } from '#web/lib/format/meeting-times.ts';
import { daysInText, type UnreadLine } from './pasted-days.ts';
import { everywhere, isPlaced, PlaceFields, placeOf } from './place-fields.tsx';

const t = daysOffTexts.many;
const words = daysOffTexts.one;

const sources = ['country', 'file', 'address', 'table'] as const;
type Source = (typeof sources)[number];

const englishNames: Readonly<Record<HolidayCountry, string>> = {
  IN: 'India',
  US: 'United States',
  GB: 'United Kingdom',
  CA: 'Canada',
  AU: 'Australia',
};

interface Values {
  readonly source: Source;
  readonly country: HolidayCountry;
  readonly region: string;
  readonly year: string;
  readonly file: File | null;
  readonly address: string;
  readonly table: string;
}

const thisYear = () => Number(today().slice(0, 4));

const firstValues = (): Values => ({
  source: 'country',
  country: 'IN',
  region: '',
  year: String(thisYear()),
  file: null,
  address: '',
  table: '',
});

/** Calendar apps also write webcal:// before the address of a calendar. */
const addressOf = ({ address }: Values) => address.trim().replace(/^webcals?:/i, 'https:');

const isFilled = (values: Values) =>
  ({
    country: true,
    file: values.file !== null && !isTooLarge(values.file),
    address: /^https:\/\/\S+$/i.test(addressOf(values)),
    table: values.table.trim() !== '',
  })[values.source];

interface FoundDays {
  readonly days: readonly Holiday[];
  /** What speaks against a day, by its key. */
  readonly doubts: ReadonlyMap<string, HolidayDoubt>;
  /** Of the table. */
  readonly unread: readonly UnreadLine[];
  /** Entries of the calendar that cannot be read, and the names of the first of them. */
  readonly leftOut: number;
  readonly names: readonly string[];
}

const inputOf = async (values: Values) => {
  const { source, country, region, year, file } = values;
  if (source === 'country') return { country, region, year: Number(year) };
  return source === 'file' ? { calendar: (await file?.text()) ?? '' } : { address: addressOf(values) };
};

const keyOf = ({ from, to, name }: Holiday) => `${from} ${to} ${name}`;

/** Ticked only by those who plan: many work on such a day. */
const isUnsure = (doubt: HolidayDoubt | undefined) =>
  doubt !== undefined && doubt !== '' && doubt !== 'estimated';

const withoutTwins = (days: readonly Holiday[]) => [
  ...new Map(days.map((day) => [keyOf(day), day])).values(),
];

async function find(values: Values): Promise<FoundDays> {
  if (values.source === 'table') {
    const { days, unread } = daysInText(values.table);
    return { days: withoutTwins(days), doubts: new Map(), unread, leftOut: 0, names: [] };
  }
  const { data } = await send(meetings.read_holidays, await inputOf(values));
  // Of two on one day the server calls the second one known, and an unsure day must not hide a sure one.
  const sureFirst = data.days.toSorted((a, b) => Number(isUnsure(a.doubt)) - Number(isUnsure(b.doubt)));
  return {
    days: withoutTwins(sureFirst),
    doubts: new Map(data.days.map((day) => [keyOf(day), day.doubt])),
    unread: [],
    leftOut: data.left_out,
    names: data.unread,
  };
}

interface SourceFieldsProps {
  values: Values;
  onChange: (changed: Partial<Values>) => void;
  hasTried: boolean;
}

function CountryFields({ values: { country, region, year }, onChange }: SourceFieldsProps) {
  const known = useQuery(query(meetings.read_holidays, { country, year: Number(year) }));
  return (
    <>
      <NativeSelect
        label={t.country}
        value={country}
        data={holidayCountries.map((code) => ({ value: code, label: countryName(englishNames[code], code) }))}
        onChange={(event) => {
          const chosen = holidayCountries.find((code) => code === event.currentTarget.value);
          if (chosen) onChange({ country: chosen, region: '' });
        }}
      />
      {country === 'IN' ? <Notice>{t.india}</Notice> : null}
      <NativeSelect
        label={t.region}
        value={region}
        data={[
          { value: '', label: t.wholeCountry },
          ...(known.data?.data.regions ?? []).map(({ region: code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(event) => onChange({ region: event.currentTarget.value })}
      />
      <NativeSelect
        label={t.year}
        value={year}
        data={[0, 1, 2].map((more) => String(thisYear() + more))}
        onChange={(event) => onChange({ year: event.currentTarget.value })}
      />
    </>
  );
}

function SourceFields(props: SourceFieldsProps) {
  const { values, onChange, hasTried } = props;
  const isMissing = hasTried && !isFilled(values);
  if (values.source === 'country') return <CountryFields {...props} />;
  if (values.source === 'file') {
    return <CalendarFile file={values.file} onChange={(file) => onChange({ file })} isMissing={isMissing} />;
  }
  if (values.source === 'address') {
    return (
      <TextInput
        label={t.address}
        description={t.addressHint}
        type="url"
        inputMode="url"
        value={values.address}
        maxLength={2048}
        required
        autoComplete="off"
        onChange={(event) => onChange({ address: event.currentTarget.value })}
        error={isMissing ? t.noAddress : null}
      />
    );
  }
  return (
    <Textarea
      label={t.table}
      description={t.tableHint}
      placeholder={t.tableExample}
      value={values.table}
      required
      autosize
      minRows={4}
      maxRows={12}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange({ table: event.currentTarget.value })}
      error={isMissing ? t.noDaysInTable : null}
    />
  );
}

type Effect = CallOutput<typeof meetings.add_days_off>['data'];

const weekdayOf = (day: string) => calendarWords().weekdaysShort[new Date(day).getUTCDay()] ?? '';

const daysWords = ({ from, to }: Holiday) =>
  from === to ? `${weekdayOf(from)} ${formatDate(from)}` : `${formatDate(from)} – ${formatDate(to)}`;

const dayOf = (days: readonly PlannedDayOff[], { held_on }: Meeting) =>
  days.find(({ from, to, is_known }) => !is_known && from <= held_on && held_on <= to);

interface DayProps {
  day: PlannedDayOff;
  doubt: HolidayDoubt;
  listed: readonly Meeting[];
  isTicked: boolean;
  onToggle: () => void;
}

function Day({ day, doubt, listed, isTicked, onToggle }: DayProps) {
  const { name, is_known, meeting_count } = day;
  const remarks = [
    is_known ? t.known : t.less({ count: meeting_count }),
    ...(doubt === '' ? [] : [t.doubts[doubt]]),
  ];
  return (
    <div>
      <Checkbox
        label={`${daysWords(day)} · ${name}`}
        description={remarks.join(' · ')}
        checked={isTicked}
        disabled={is_known}
        onChange={onToggle}
      />
      {listed.length === 0 ? null : (
        <details className={classes.meetings}>
          <summary>{t.show({ count: meeting_count })}</summary>
          <List size="sm">
            {listed.map((meeting) => (
              <List.Item key={`${meeting.slot_id} ${meeting.on_date}`}>
                {whenOf(meeting)} · {meeting.class_name}, {meeting.course_name}
              </List.Item>
            ))}
            {listed.length < meeting_count ? (
              <List.Item>{t.unlisted({ count: meeting_count - listed.length })}</List.Item>
            ) : null}
          </List>
        </details>
      )}
    </div>
  );
}

const unreadShown = 10;

function Remarks({ unread, leftOut, names }: FoundDays) {
  return (
    <>
      {unread.length === 0 ? null : (
        <Notice title={t.unread}>
          <List size="sm">
            {unread.slice(0, unreadShown).map(({ line, text }) => (
              <List.Item key={line}>{t.line({ line, text: text.slice(0, 200) })}</List.Item>
            ))}
            {unread.length > unreadShown ? (
              <List.Item>{t.moreLines({ count: formatNumber(unread.length - unreadShown) })}</List.Item>
            ) : null}
          </List>
        </Notice>
      )}
      {leftOut === 0 ? null : (
        <Notice title={t.leftOut({ count: formatNumber(leftOut) })}>
          <List size="sm">
            {names.map((name, index) => (
              // Two entries may have one name, and the list never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <List.Item key={index}>{name}</List.Item>
            ))}
          </List>
        </Notice>
      )}
    </>
  );
}

interface PreviewProps {
  effect: Effect;
  doubts: FoundDays['doubts'];
  /** The keys of those that are left out. */
  left: ReadonlySet<string>;
  onChange: (left: ReadonlySet<string>) => void;
}

/** The days off with the meetings that would not take place; each can be left out. */
function Preview({ effect: { days, meetings: listed }, doubts, left, onChange }: PreviewProps) {
  const offered = days.filter(({ is_known }) => !is_known);
  const ticked = offered.filter((day) => !left.has(keyOf(day)));
  const toggle = (key: string) => {
    const next = new Set(left);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  const byDay = Map.groupBy(listed, (meeting) => dayOf(days, meeting));
  return (
    <Stack gap="xs">
      <Text fw={600} aria-live="polite">
        {t.does({
          days: ticked.length,
          count: ticked.reduce((sum, { meeting_count }) => sum + meeting_count, 0),
        })}
      </Text>
      <Checkbox
        label={t.all}
        checked={ticked.length > 0 && ticked.length === offered.length}
        indeterminate={ticked.length > 0 && ticked.length < offered.length}
        disabled={offered.length === 0}
        onChange={() => onChange(new Set(ticked.length === offered.length ? offered.map(keyOf) : []))}
      />
      {days.map((day) => (
        <Day
          key={keyOf(day)}
          day={day}
          doubt={doubts.get(keyOf(day)) ?? ''}
          listed={byDay.get(day) ?? []}
          isTicked={!day.is_known && !left.has(keyOf(day))}
          onToggle={() => toggle(keyOf(day))}
        />
      ))}
    </Stack>
  );
}

interface Checked {
  readonly found: FoundDays;
  readonly effect: Effect;
}

/** Many days off in two steps: where they come from, and what they do. */
export function ManyDaysOffForm({ onDone }: { onDone: () => void }) {
  const [values, setValues] = useState(firstValues);
  const [place, setPlace] = useState(everywhere);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTold, setTold] = useState(true);
  const [hasTried, setTried] = useState(false);
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState('');
  const add = useAction(meetings.add_days_off);
  const chosen = (checked?.effect.days ?? []).filter((day) => !day.is_known && !left.has(keyOf(day)));

  const look = async () => {
    setTried(true);
    if (!isFilled(values) || !isPlaced(place)) return;
    setReading(true);
    try {
      const found = await find(values);
      if (found.days.length === 0) return setError(values.source === 'table' ? t.noDaysInTable : t.noDays);
      if (found.days.length > daysOffMax) return setError(t.tooMany({ most: formatNumber(daysOffMax) }));
      const answer = await add.run({ days: [...found.days], ...placeOf(place), preview: true });
      setLeft(new Set(found.days.map(keyOf).filter((key) => isUnsure(found.doubts.get(key)))));
      setChecked({ found, effect: answer.data });
    } finally {
      setReading(false);
    }
  };

  const save = async () => {
    if (chosen.length === 0) return setError(t.none);
    const days = chosen.map(({ from, to, name }) => ({ from, to, name }));
    const answer = await add.run({ days, ...placeOf(place), tell: isTold });
    const added = answer.data.days.filter(({ is_known }) => !is_known);
    tellDone(answer, t.saved({ days: added.length, count: answer.data.meeting_count }), {
      kind: 'meeting',
      what: t.what,
    });
    onDone();
  };

  const submit = async () => {
    setError('');
    try {
      await (checked === null ? look() : save());
    } catch (refused) {
      setError(messageOf(refused));
    }
  };

  return (
    <FormShell
      onSubmit={() => void submit()}
      submitLabel={checked === null ? words.check : t.save({ days: chosen.length })}
      busyLabel={words.checking}
      isPending={isReading || add.isPending}
      error={error}
      isLong
      actions={
        checked === null ? null : (
          <Button type="button" variant="default" onClick={() => setChecked(null)}>
            {words.back}
          </Button>
        )
      }
    >
      {checked === null ? (
        <>
          <NativeSelect
            label={t.source}
            value={values.source}
            data={sources.map((source) => ({ value: source, label: t.sources[source] }))}
            data-autofocus
            onChange={(event) => {
              const source = sources.find((one) => one === event.currentTarget.value);
              if (source) setValues({ ...values, source });
              setTried(false);
            }}
          />
          <SourceFields
            values={values}
            onChange={(changed) => setValues({ ...values, ...changed })}
            hasTried={hasTried}
          />
          <PlaceFields place={place} onChange={setPlace} isMissing={hasTried && !isPlaced(place)} />
        </>
      ) : (
        <>
          <Remarks {...checked.found} />
          <Told told={checked.effect.told} isTold={isTold} onTold={setTold} />
          <Preview effect={checked.effect} doubts={checked.found.doubts} left={left} onChange={setLeft} />
        </>
      )}
    </FormShell>
  );
}
