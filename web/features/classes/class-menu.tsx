import { people } from '@gurukul/contract/people';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { classesOf } from './classes-of.ts';
import { freePlaces, placesText } from './free-places.ts';
import { texts } from '#web/texts/texts.ts';
import { updatingTexts } from '#web/texts/updating.ts';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';

interface ClassMenuProps {
  courseId: number;
  /** The one that somebody has. */
  classId: number | null;
  /** Names whose it is. */
  label: string;
  children: string;
  onChoose: (classId: number) => void;
}

/** The classes of the course with their times and free places; a press on one chooses it. */
export function ClassMenu({ courseId, classId, label, children, onChoose }: ClassMenuProps) {
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
      label={label}
      name={label}
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
      {children}
    </MenuButton>
  );
}
