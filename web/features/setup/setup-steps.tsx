import { provider, type Setup } from '@gurukul/contract/provider';
import { Button, Stack, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { rollAddress } from '#web/features/attendance/roll-address.ts';
import { createClassIn } from '#web/features/classes/first-class.ts';
import { TestMailAction } from '#web/features/provider/test-mail.tsx';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { ownMomentOf } from '#web/lib/format/meeting-times.ts';
import { paths, type Address } from '#web/paths.ts';
import { setupTexts } from '#web/texts/setup.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { NameStep } from './name-step.tsx';
import classes from './setup-steps.module.css';
import { PublishStep } from './publish-step.tsx';
import { TeacherStep } from './teacher-step.tsx';

const t = setupTexts;

/**
 * Which of the seven steps are done, by what is there. Somebody who calls the roll alone needs no teacher, and where
 * there is no mail server no mail leaves, so that step waits without holding up the others.
 */
const doneOf = (setup: Setup) =>
  [
    setup.named,
    setup.test_mail === 'sent',
    setup.course !== null,
    setup.class !== null,
    setup.course?.is_open === true,
    setup.has_students,
    !setup.needs_teacher,
  ] as const;

const mailStep = 1;

interface StepProps {
  number: number;
  title: string;
  text: string;
  isDone: boolean;
  isNext: boolean;
  /** Beside the title. */
  note?: string;
  children: ReactNode;
}

/** The next step is open, the others open at a press. */
function Step({ number, title, text, isDone, isNext, note = isDone ? t.done : '', children }: StepProps) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const step = useRef<HTMLLIElement>(null);
  const wasNext = useRef(isNext);
  // The reader is led on when the step before is done.
  useEffect(() => {
    if (isNext && !wasNext.current) {
      step.current?.querySelector('summary')?.focus({ preventScroll: true });
      step.current?.scrollIntoView({ block: 'nearest' });
    }
    wasNext.current = isNext;
  }, [isNext]);
  const Icon = isDone ? IconCircleCheck : IconCircle;
  return (
    <li ref={step} className={classes.step} data-done={isDone || undefined}>
      <details
        open={isOpen ?? isNext}
        onToggle={({ currentTarget: { open } }) => {
          if (open !== (isOpen ?? isNext)) setOpen(open);
        }}
      >
        <summary>
          <Icon aria-hidden size={22} stroke={1.5} />
          <span>{isNext ? t.step({ number, title }) : title}</span>
          {note === '' ? null : <small>{note}</small>}
        </summary>
        <div className={classes.body}>
          <Text c="dimmed">{text}</Text>
          {children}
        </div>
      </details>
    </li>
  );
}

const StepLink = ({ href, children }: { href: Address; children: string }) => (
  <Button component={AppLink} href={href} style={{ alignSelf: 'start' }}>
    {children}
  </Button>
);

function RollStep({ setup }: { setup: Setup }) {
  const { class: group } = setup;
  return (
    <div className={classes.body}>
      <Text c="dimmed">{setup.has_roll ? t.roll.called : t.roll.text}</Text>
      {group && !setup.has_roll && setup.has_students && group.roll_day !== null ? (
        <StepLink
          href={rollAddress({
            class_id: group.class_id,
            course_id: group.course_id,
            attendance_date: group.roll_day,
          })}
        >
          {t.roll.call({ name: group.class_name })}
        </StepLink>
      ) : null}
      {group?.next_at && !setup.has_roll && group.roll_day === null ? (
        <Text>{t.roll.next({ when: ownMomentOf(group.next_at) })}</Text>
      ) : null}
      <LoneLink href={paths.practiceRoll}>{t.roll.practise}</LoneLink>
    </div>
  );
}

/** The steps from an empty provider to its first roll. */
export function SetupSteps({ setup }: { setup: Setup }) {
  const settings = useQuery(query(provider.get_settings, {}));
  const dismissal = useAction(provider.dismiss_setup);
  const client = useQueryClient();
  const done = doneOf(setup);
  const hasServer = settings.data?.has_mail_server ?? true;
  const next = done.findIndex((is, index) => !is && (index !== mailStep || hasServer));
  const stepAt = (index: number) => ({
    number: index + 1,
    isDone: done[index] === true,
    isNext: index === next,
  });
  const { course, class: group } = setup;
  const hide = async () => {
    try {
      await dismissal.run({ dismissed: true });
      toast.success(t.dismissed);
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };
  return (
    <Panel
      title={t.title}
      actions={<Text c="dimmed">{t.progress({ done: done.filter((is) => is).length })}</Text>}
    >
      <ol className={classes.steps}>
        <Step title={t.name.title} text={t.name.text} {...stepAt(0)}>
          {settings.data ? (
            <NameStep key={settings.data.data.version} saved={settings.data.data} ownName={setup.own_name} />
          ) : null}
        </Step>
        <Step
          title={t.mail.title}
          text={t.mail.text}
          {...(hasServer || done[mailStep] ? {} : { note: t.canWait })}
          {...stepAt(mailStep)}
        >
          <TestMailAction
            hasServer={hasServer}
            onKnown={() => void client.invalidateQueries({ queryKey: [provider.get_setup.path] })}
          />
          {hasServer ? null : <Text c="dimmed">{t.mail.how}</Text>}
        </Step>
        <Step title={t.course.title} text={t.course.text} {...stepAt(2)}>
          <StepLink href={`${paths.addCourse}?by=me`}>{t.course.action}</StepLink>
        </Step>
        <Step title={t.class.title} text={t.class.text} {...stepAt(3)}>
          {course ? (
            <StepLink href={createClassIn(course)}>{t.class.action}</StepLink>
          ) : (
            <Text>{t.class.courseFirst}</Text>
          )}
        </Step>
        <Step title={t.publish.title} text={t.publish.text} {...stepAt(4)}>
          {course && settings.data ? (
            <PublishStep course={course} countryCode={setup.country_code} settings={settings.data.data} />
          ) : null}
          {course ? null : <Text>{t.class.courseFirst}</Text>}
        </Step>
        <Step title={t.students.title} text={t.students.text} {...stepAt(5)}>
          <StepLink
            href={`${paths.importStudents}${stringifySearch({ course: course?.course_id ?? '', class: group?.class_name ?? '' })}`}
          >
            {t.students.action}
          </StepLink>
        </Step>
        <Step
          title={t.teacher.title}
          text={t.teacher.text}
          {...(setup.has_teacher || setup.needs_teacher ? {} : { note: t.teacher.notNeeded })}
          {...stepAt(6)}
        >
          {group ? <TeacherStep group={group} /> : <Text>{t.teacher.classFirst}</Text>}
        </Step>
      </ol>
      <Stack gap="md">
        <h3 className={classes.then}>{t.roll.title}</h3>
        <RollStep setup={setup} />
        {setup.dismissed ? null : (
          <Button variant="subtle" style={{ alignSelf: 'start' }} onClick={() => void hide()}>
            {t.dismiss}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
