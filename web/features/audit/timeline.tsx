import { audit } from '@gurukul/contract/audit';
import { SegmentedControl } from '@mantine/core';
import { send } from '#web/calls/client.ts';
import { auditTexts } from '#web/texts/audit.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { ChangeList } from './change-list.tsx';
import classes from './change-list.module.css';

const t = auditTexts.history;

/** What was done to it, or by it. */
export type Side = 'about' | 'by';

/** Whose history it is; people who do something themselves have two sides. */
export type Of = Readonly<
  { class_id: number } | { course_id: number } | { note_id: number } | { person_id: number }
>;

interface TimelineProps {
  of: Of;
  name: string;
  side: Side;
  /** Absent where there is one side only. */
  onSide?: ((side: Side) => void) | undefined;
}

/** Who changed what about a person or in a course, or what a person changed. */
export function Timeline({ of, name, side, onSide }: TimelineProps) {
  const sides = [
    { value: 'about', label: t.about },
    { value: 'by', label: t.by({ name }) },
  ] as const;
  return (
    <section aria-label={t.list({ name })}>
      {onSide ? (
        <SegmentedControl
          className={classes.sides}
          aria-label={t.sides}
          data={[...sides]}
          value={side}
          onChange={onSide}
          fullWidth
        />
      ) : null}
      <ChangeList
        look="timeline"
        read={(before, signal) => send(audit.get_timeline, { ...of, side, before }, { signal })}
        asked={[audit.get_timeline.path, ...Object.entries(of).flat(), side]}
        failed={t.failed}
        empty={<EmptyState title={t.none} />}
      />
    </section>
  );
}
