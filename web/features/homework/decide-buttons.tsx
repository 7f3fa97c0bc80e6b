import type { HomeworkRow } from '@gurukul/contract/homework';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { homeworkTexts } from '#web/texts/homework.ts';
import classes from './homework.module.css';
import { askSentence } from './sentence.tsx';
import type { Decide, Decision } from './use-decide.ts';
import { weekText } from './week-text.ts';

const t = homeworkTexts;

const looks = {
  accepted: { label: t.accept, icon: <IconCheck aria-hidden size={16} />, variant: 'outline' },
  rejected: { label: t.reject, icon: <IconX aria-hidden size={16} />, variant: 'default' },
} as const;

interface DecideButtonsProps extends Decide {
  row: HomeworkRow;
}

/** As the last column of a table. Who rejects is asked for a sentence, as beside the PDF. */
export function decideActions({ decide, busy }: Decide) {
  const ask: Decide['decide'] = async (row, status) => {
    if (busy !== null) return false;
    if (status === 'accepted') return decide(row, status);
    const title = t.rejectOf({ name: row.fullname, week: weekText(row.week_name) });
    const comment = await askSentence(title, t.reject);
    return comment !== null && decide(row, status, comment);
  };
  return (row: HomeworkRow) => (row.can.decide ? <DecideButtons row={row} decide={ask} busy={busy} /> : null);
}

/** Accept and Reject, for as long as it waits. */
export function DecideButtons({ row, decide, busy }: DecideButtonsProps) {
  if (!row.can.decide) return null;
  const button = (status: Decision) => {
    const { label, icon, variant } = looks[status];
    return (
      <Button
        variant={variant}
        size="compact-md"
        leftSection={icon}
        className={classes.decide}
        aria-disabled={busy !== null}
        aria-busy={busy === `${row.id} ${status}`}
        onClick={() => void decide(row, status)}
      >
        {label}{' '}
        <VisuallyHidden component="span">
          {t.of({ name: row.fullname, week: weekText(row.week_name) })}
        </VisuallyHidden>
      </Button>
    );
  };
  return (
    <div className={classes.decisions}>
      {button('accepted')}
      {button('rejected')}
    </div>
  );
}
