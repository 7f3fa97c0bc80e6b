import { NativeSelect, Text, Title } from '@mantine/core';
import { useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { coursesTexts } from '#web/texts/courses.ts';
import classes from './sections.module.css';

const t = coursesTexts.edit;

type SectionId = keyof typeof t.sections;

const sectionIds: readonly SectionId[] = ['basics', 'texts', 'prices', 'glimpses', 'curriculum'];

/** Without going there by the address: the router would take that for leaving the page. */
function goTo(id: string) {
  const heading = document.getElementById(`${id}-title`);
  document.getElementById(id)?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

/** The section that is being read: the last one whose head has passed the top of the window. */
function useCurrentSection(): SectionId {
  const [current, setCurrent] = useState<SectionId>('basics');
  useEffect(() => {
    const look = () => {
      const passed = sectionIds.findLast(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < 200,
      );
      setCurrent(passed ?? 'basics');
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return current;
}

/** A list beside the form where there is room; a select above it on phones. */
export function SectionNav() {
  const current = useCurrentSection();
  useEffect(() => {
    if (window.location.hash) goTo(window.location.hash.slice(1));
  }, []);
  const follow = (event: MouseEvent<HTMLAnchorElement>, id: SectionId) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(id);
  };
  return (
    <>
      <nav className={classes.list} aria-label={t.sectionList}>
        <ul>
          {sectionIds.map((id) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === current ? 'true' : undefined}
                onClick={(event) => follow(event, id)}
              >
                {t.sections[id]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.select}>
        <NativeSelect
          label={t.goTo}
          data={sectionIds.map((id) => ({ value: id, label: t.sections[id] }))}
          value={current}
          onChange={(event) => goTo(event.currentTarget.value)}
        />
      </div>
    </>
  );
}

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
