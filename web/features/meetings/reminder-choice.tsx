import type { ReminderTime } from '@gurukul/contract/shared/meetings/reminders';
import { NativeSelect } from '@mantine/core';
import { meetingsTexts } from '#web/texts/meetings.ts';

const t = meetingsTexts.reminders;

/** The choices by the value of their field. */
const choices: Readonly<Record<string, readonly ReminderTime[]>> = {
  none: [],
  day: ['day'],
  hour: ['hour'],
  both: ['day', 'hour'],
};

const valueOf = (reminders: readonly ReminderTime[]) =>
  reminders.length === 2 ? 'both' : (reminders[0] ?? 'none');

const labels = { none: t.none, day: t.day, hour: t.hour, both: t.both } as const;

/** "A day before" */
export const remindersText = (reminders: readonly ReminderTime[]): string => labels[valueOf(reminders)];

interface ReminderChoiceProps {
  value: readonly ReminderTime[];
  onChange: (reminders: readonly ReminderTime[]) => void;
  /** Absent: the field has a label in sight. */
  name?: string;
  isBusy?: boolean;
}

/** How long before a meeting or an event its students are reminded. */
export const ReminderChoice = ({ value, onChange, name, isBusy = false }: ReminderChoiceProps) => (
  <NativeSelect
    {...(name === undefined ? { label: t.label } : { 'aria-label': t.of({ name }) })}
    description={t.hint}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    data={Object.entries(labels).map(([choice, label]) => ({ value: choice, label }))}
    value={valueOf(value)}
    onChange={({ currentTarget }) => onChange(choices[currentTarget.value] ?? [])}
    aria-busy={isBusy}
  />
);
