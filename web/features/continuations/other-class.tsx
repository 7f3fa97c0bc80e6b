import { people } from '@gurukul/contract/people';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { classesOf } from '#web/features/classes/classes-of.ts';
import { freePlaces, placesText } from '#web/features/classes/free-places.ts';
import { continuationsTexts } from '#web/texts/continuations.ts';
import { texts } from '#web/texts/texts.ts';
import { updatingTexts } from '#web/texts/updating.ts';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';

const t = continuationsTexts;

interface OtherClassProps {
  courseId: number;
  /** The one that is kept. */
  classId: number | null;
  /** Whose place. */
  name: string;
  onChoose: (classId: number) => void;
}

/** The classes of the course with their times and free places; a press on one keeps the place in it. */
export function OtherClass({ courseId, classId, name, onChoose }: OtherClassProps) {
  const [isWanted, setWanted] = useState(false);
  const { data, error } = useQuery({
    ...query(people.get_teacher_bycourse, { courseId }),
    enabled: isWanted,
  });
  const items = classesOf(data)
    .filter(({ value }) => value !== String(classId))
    .map(({ value, label }) => ({
      id: value,
      label,
      note: data && placesText(freePlaces(data, Number(value), classId)),
      onChoose: () => {
        onChoose(Number(value));
      },
    }));
  return (
    <MenuButton
      size="xs"
      variant="default"
      label={t.otherClassOf({ name })}
      sections={[{ id: 'classes', items }]}
      onPrepare={() => setWanted(true)}
      status={
        data ? undefined : (
          <Text size="sm" p="xs" role={error ? 'alert' : 'status'}>
            {error ? updatingTexts.move.classesFailed : texts.ui.loading}
          </Text>
        )
      }
    >
      {t.otherClass}
    </MenuButton>
  );
}
