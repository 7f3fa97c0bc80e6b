import { classes } from '@gurukul/contract/classes';
import type { EventRow } from '@gurukul/contract/events';
import { Anchor, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { SelectionDialog } from '#web/features/selection/selection-dialog.tsx';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { AppLink } from '#web/ui/link.tsx';

const t = eventsTexts.panel;

interface RegisterClassProps {
  event: EventRow;
  isOpen: boolean;
  onClose: () => void;
}

/** Registers the students of the event's course, or of one of its classes; without a course, all within reach. Other filters are in the list of students. */
export function RegisterClass({ event, isOpen, onClose }: RegisterClassProps) {
  const { event_id, course_id } = event;
  const [group, setGroup] = useState('');
  const { data } = useQuery({
    ...query(classes.get_classes, { course_id: course_id ?? 0 }),
    enabled: course_id !== null,
  });
  const options = [
    { value: '', label: course_id === null ? t.allStudents : t.wholeCourse({ course: event.course_name }) },
    ...(data?.data ?? []).map(({ class_id, class_name }) => ({ value: String(class_id), label: class_name })),
  ];
  const list = { course_status: 'all' as const, course_id, class_id: group ? Number(group) : null };
  const students = session.role === 'admin' ? paths.students : paths.allStudents;
  const filtered = stringifySearch({ course: course_id, class: group });
  return (
    <SelectionDialog
      kind="register"
      chosen={{ selected: { list } }}
      value={String(event_id)}
      isOpen={isOpen}
      onClose={onClose}
      onSaved={onClose}
    >
      <Text>{t.registerLead}</Text>
      <NativeSelect
        label={t.whom}
        data={options}
        value={group}
        onChange={({ currentTarget }) => setGroup(currentTarget.value)}
      />
      <Anchor component={AppLink} href={`${students}${filtered}`}>
        {t.otherFilters}
      </Anchor>
    </SelectionDialog>
  );
}
