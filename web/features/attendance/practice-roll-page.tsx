import type { AttendanceStatus } from '@gurukul/contract/attendance';
import type { RollStudent } from '@gurukul/contract/shared/meetings/roll';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { today } from '#web/lib/format/format.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { setupTexts } from '#web/texts/setup.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TapList } from './register.tsx';
import type { Line, Register } from './use-register.ts';
import classes from './register.module.css';
import { countsOf } from './roll-words.ts';

const t = setupTexts.practice;

const pretended: readonly RollStudent[] = t.students.map((student_name, index) => ({
  student_id: index + 1,
  student_name,
  student_attendance_id: null,
  attendance_status: null,
  corrected: false,
}));

/** /Practice Roll: the lines of a roll with pretended students. Nothing leaves the page. */
export function PracticeRollPage() {
  const [taps, setTaps] = useState<ReadonlyMap<number, AttendanceStatus | null | undefined>>(new Map());
  const [isSaved, setSaved] = useState(false);
  const lines: readonly Line[] = pretended.map((student) => {
    const status = taps.get(student.student_id) ?? 'present';
    return { student, day: today(), saved: null, status, isTapped: status !== 'present' };
  });
  const present = lines.filter(({ status }) => status === 'present').length;
  const mark: Register['mark'] = (marks) => {
    setTaps(new Map([...taps, ...marks]));
    setSaved(false);
  };
  const again = () => {
    setTaps(new Map());
    setSaved(false);
  };
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <Panel>
        <Text c="dimmed" mb="sm">
          {rollCallTexts.lead}
        </Text>
        <TapList register={{ shown: lines, mark }} />
        <output>
          {isSaved ? <Notice>{t.saved({ present, absent: lines.length - present })}</Notice> : null}
        </output>
        <div className={classes.bar}>
          <output className={classes.counts}>
            {countsOf(lines.map(({ status }) => status ?? 'present'))}
          </output>
          {isSaved ? (
            <Button size="md" variant="default" onClick={again}>
              {t.again}
            </Button>
          ) : (
            <Button size="md" onClick={() => setSaved(true)}>
              {t.save}
            </Button>
          )}
        </div>
      </Panel>
    </>
  );
}
