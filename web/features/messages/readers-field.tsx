import type { FoundItem, FoundKind } from '@gurukul/contract/search';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { searchTexts } from '#web/texts/search.ts';
import { useFound } from '../search/use-found.ts';
import type { Audience } from './write-button.tsx';

const t = messagesTexts.form;

type AudienceOf = (id: number) => Audience;

const ofTeacher: Partial<Record<FoundKind, AudienceOf>> = {
  class: (id) => ({ class_id: id }),
  student: (id) => ({ user_ids: [id] }),
};

const ofOffice: Partial<Record<FoundKind, AudienceOf>> = {
  class: (id) => ({ class_id: id }),
  course: (id) => ({ course_id: id }),
  event: (id) => ({ event_id: id }),
  student: (id) => ({ user_ids: [id] }),
  teacher: (id) => ({ teacher_ids: [id] }),
};

const keyOf = ({ kind, id }: FoundItem) => `${kind} ${id}`;
const labelOf = ({ title, detail }: FoundItem) => [title, detail].filter(Boolean).join(' · ');

const audiences = () => (hasHistory() ? ofOffice : ofTeacher);

export const audienceOf = (chosen: FoundItem | null): Audience | null =>
  chosen && (audiences()[chosen.kind]?.(chosen.id) ?? null);

interface ReadersFieldProps {
  chosen: FoundItem | null;
  error: string;
  onChange: (chosen: FoundItem | null) => void;
}

/** Whom a message is for: a class, a course, an event or a person within reach, by a part of the name. */
export function ReadersField({ chosen, error, onChange }: ReadersFieldProps) {
  const [text, setText] = useState(chosen ? labelOf(chosen) : '');
  const { items } = useFound(chosen && text === labelOf(chosen) ? '' : text.trim());
  const found = items.filter(({ kind }) => kind in audiences());
  const shown = [
    ...(chosen ? [chosen] : []),
    ...found.filter((one) => !chosen || keyOf(one) !== keyOf(chosen)),
  ];
  const groups = Map.groupBy(shown, ({ kind }) => kind);
  return (
    <Select
      data-autofocus
      label={t.to}
      placeholder={t.toHint}
      required
      error={error}
      searchable
      searchValue={text}
      onSearchChange={setText}
      value={chosen && keyOf(chosen)}
      onChange={(key) => onChange(shown.find((one) => keyOf(one) === key) ?? null)}
      data={[...groups].map(([kind, of]) => ({
        group: searchTexts.kinds[kind],
        items: of.map((one) => ({ value: keyOf(one), label: labelOf(one) })),
      }))}
      // The server has chosen.
      filter={({ options }) => options}
    />
  );
}
