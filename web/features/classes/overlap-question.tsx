import type { OverlappingSlot, OverlapSlot, TeacherOverlap } from '@gurukul/contract/shared/meetings/overlap';
import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { formatDate, formatWeekdayTime } from '#web/lib/format/format.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { texts } from '#web/texts/texts.ts';
import { openAbove } from '#web/ui/feedback/overlay-host.tsx';
import { Cancel, DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import classes from './overlap-question.module.css';

const t = classesTexts.overlap;

/** What a save has to say after the question, beside what it said before. */
export interface OverlapDecision {
  readonly allow_overlap?: true;
  readonly allow_unchecked?: true;
  readonly teacher_id?: number;
}

interface MeetingProps {
  label: string;
  slot: OverlapSlot;
  instant: string;
}

/** One of two meetings that collide, on the class's clock and on the viewer's. */
function Meeting({ label, slot: { zone, time_zone, duration }, instant }: MeetingProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{t.classTime({ time: formatWeekdayTime(instant, zone), zone: time_zone, minutes: duration })}</dd>
      <dd className={classes.own}>{t.viewerTime({ time: formatWeekdayTime(instant) })}</dd>
    </div>
  );
}

interface ClashProps {
  overlap: TeacherOverlap;
  clash: OverlappingSlot;
}

function Clash({ overlap: { teacher, slot }, clash }: ClashProps) {
  const { class_name, course_name, saved_at, meets_at } = clash;
  const title =
    class_name === null || course_name === null
      ? t.foreignClash({ teacher: teacher.fullname })
      : t.clash({ teacher: teacher.fullname, name: class_name, course: course_name });
  return (
    <li className={classes.clash}>
      <Text fw={600}>{title}</Text>
      <dl className={classes.meetings}>
        <Meeting label={t.toBeSaved} slot={slot} instant={saved_at} />
        <Meeting label={t.alreadyTaught} slot={clash} instant={meets_at} />
      </dl>
      <Text size="sm" c="dimmed">
        {t.first({ date: formatDate(saved_at) })}
      </Text>
    </li>
  );
}

interface OverlapQuestionProps {
  overlap: TeacherOverlap;
  onDecide: (decision: OverlapDecision | null) => void;
}

function OverlapQuestion({ overlap, onDecide }: OverlapQuestionProps) {
  const { clashes, free_teachers, teacher } = overlap;
  return (
    <>
      <ul className={classes.clashes}>
        {clashes.map((clash, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- classes without a name may be alike
          <Clash key={`${place} ${clash.meets_at}`} overlap={overlap} clash={clash} />
        ))}
      </ul>
      {free_teachers.length === 0 ? (
        <Text my="md">{t.noneFree}</Text>
      ) : (
        <section aria-labelledby="free-teachers" className={classes.free}>
          <Text id="free-teachers" fw={600}>
            {t.free}
          </Text>
          <ul className={classes.teachers}>
            {free_teachers.map(({ user_id, fullname }) => (
              <li key={user_id}>
                <Button variant="light" onClick={() => onDecide({ teacher_id: user_id })}>
                  {t.saveWith({ name: fullname })}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Text size="sm" c="dimmed">
        {t.anywayHint({ teacher: teacher.fullname })}
      </Text>
      <DialogFoot>
        <Button color="red" variant="light" onClick={() => onDecide({ allow_overlap: true })}>
          {t.anyway}
        </Button>
        {/* The harmless answer has the focus: an Enter too many changes nothing. */}
        <Cancel data-autofocus onClick={() => onDecide(null)} />
      </DialogFoot>
    </>
  );
}

/** Names what else the teacher has at that time; null: it is not saved. */
export function askAboutOverlap(overlap: TeacherOverlap): Promise<OverlapDecision | null> {
  return new Promise((resolve) => {
    let decision: OverlapDecision | null = null;
    openAbove(() => {
      const modal = modals.open({
        title: t.title,
        size: 'lg',
        centered: true,
        closeOnClickOutside: false,
        closeButtonProps: { 'aria-label': texts.ui.close },
        children: (
          <OverlapQuestion
            overlap={overlap}
            onDecide={(made) => {
              decision = made;
              modals.close(modal);
            }}
          />
        ),
        onClose: () => resolve(decision),
      });
    });
  });
}
