import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { coursesTexts } from '#web/texts/courses.ts';
import { SectionNav } from '#web/ui/section-nav.tsx';
import classes from './sections.module.css';

const t = coursesTexts.edit;

type SectionId = keyof typeof t.sections;

const ids = ['basics', 'texts', 'prices', 'glimpses', 'curriculum'] as const satisfies readonly SectionId[];

export const CourseSections = () => (
  <SectionNav label={t.sectionList} selectLabel={t.goTo} ids={ids} names={t.sections} />
);

interface SectionProps {
  id: SectionId;
  lead?: string;
  children: ReactNode;
}

export function Section({ id, lead, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.section}>
      <Title order={2} id={`${id}-title`} tabIndex={-1} className={classes.heading}>
        {t.sections[id]}
      </Title>
      {lead ? (
        <Text c="dimmed" mb="md">
          {lead}
        </Text>
      ) : null}
      {children}
    </section>
  );
}
