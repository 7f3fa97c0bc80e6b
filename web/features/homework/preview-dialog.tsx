import type { HomeworkRow } from '@gurukul/contract/homework';
import { pdfType } from '@gurukul/contract/files';
import { Button, Kbd, Text } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconArrowRight, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '#web/lib/files/save-file.ts';
import { homeworkTexts } from '#web/texts/homework.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PdfView } from '#web/ui/document/pdf-view.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { usePdf } from './fetch-pdf.ts';
import { HomeworkBadge } from './homework-columns.tsx';
import classes from './homework.module.css';
import { Sentence } from './sentence.tsx';
import type { Decide } from './use-decide.ts';
import { weekText } from './week-text.ts';

const t = homeworkTexts.preview;

/** Reads the list of the row, for a fresh link to the file. */
type ReadAgain = () => Promise<readonly HomeworkRow[]>;

interface PreviewProps {
  row: HomeworkRow;
  decide: Decide;
  readAgain: ReadAgain;
  /** What waits, in the order of the list. */
  waiting: readonly HomeworkRow[];
  onShow: (row: HomeworkRow) => void;
}

interface Typed {
  comment: string;
  setComment: (comment: string) => void;
}

/** Of a row that was decided before: what its teacher wrote. */
const Said = ({ comment }: HomeworkRow) =>
  comment === '' ? null : <Text className={classes.said}>{t.said({ comment })}</Text>;

function Preview({
  row,
  decide: { decide, busy },
  readAgain,
  waiting,
  onShow,
  comment,
  setComment,
}: PreviewProps & Typed) {
  const pdf = usePdf(row, readAgain);
  const place = waiting.findIndex(({ id }) => id === row.id);
  const next = waiting[place + 1] ?? waiting.find(({ id }) => id !== row.id);
  const decideAndGoOn: Decide['decide'] = async (which, status) => {
    const isDecided = await decide(which, status, comment);
    if (isDecided && next) onShow(next);
    return isDecided;
  };
  useHotkeys([
    ['a', () => row.can.decide && void decideAndGoOn(row, 'accepted')],
    ['r', () => row.can.decide && void decideAndGoOn(row, 'rejected')],
    ['n', () => next && onShow(next)],
  ]);
  const download = () => {
    if (pdf.data) saveFile(t.fileName({ name: row.fullname, week: row.week_name }), pdfType, pdf.data);
  };
  return (
    <>
      <div className={classes.about} data-place tabIndex={-1}>
        <Text c="dimmed">{`${row.course_name}, ${row.class_name}`}</Text>
        {place < 0 ? null : <Text>{t.place({ n: place + 1, count: waiting.length })}</Text>}
        <HomeworkBadge status={row.status} />
      </div>
      <Said {...row} />
      {row.can.decide ? <Sentence value={comment} onChange={setComment} /> : null}
      <div className={classes.head}>
        <DecideButtons row={row} decide={decideAndGoOn} busy={busy} />
        {next ? (
          <Button
            variant="subtle"
            size="compact-md"
            className={classes.decide}
            rightSection={<IconArrowRight aria-hidden size={16} />}
            onClick={() => onShow(next)}
          >
            {t.next}
          </Button>
        ) : null}
        {row.can.decide ? (
          <Text c="dimmed" size="sm" visibleFrom="sm">
            {t.keys} <Kbd>A</Kbd> <Kbd>R</Kbd> <Kbd>N</Kbd>
          </Text>
        ) : null}
        {pdf.data ? (
          <Button
            variant="default"
            size="compact-md"
            className={classes.decide}
            leftSection={<IconDownload aria-hidden size={16} />}
            onClick={download}
          >
            {t.download}
          </Button>
        ) : null}
      </div>
      {row.home_work ? null : <Notice>{homeworkTexts.noFile}</Notice>}
      {pdf.data ? <PdfView bytes={pdf.data} unreadable={<Notice>{t.unreadable}</Notice>} /> : null}
      {pdf.isFetching ? <LoadingState label={t.loading} /> : null}
      {pdf.error && !pdf.isFetching ? (
        <FailedState
          title={t.failed}
          message={pdf.error.message === t.gone ? t.gone : t.expired}
          onRetry={() => void pdf.refetch()}
        />
      ) : null}
    </>
  );
}

interface PreviewDialogProps extends Omit<PreviewProps, 'row'> {
  /** Whose PDF is shown; none while the list is on its way, or when it is not in it. */
  row: HomeworkRow | undefined;
  isOpen: boolean;
  isLoading: boolean;
  onClose: () => void;
}

/** The PDF of one homework, to read and decide in one place. */
export function PreviewDialog({ row, isOpen, isLoading, onClose, ...preview }: PreviewDialogProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  // What was typed about one homework is there again when somebody comes back to it.
  const [comments, setComments] = useState<Readonly<Record<number, string>>>({});
  return (
    <Dialog
      isInAddress
      opened={isOpen}
      onClose={onClose}
      size="60rem"
      classNames={{ content: classes.dialog ?? '', body: classes.inside ?? '' }}
      fullScreen={isPhone}
      title={
        row ? t.title({ name: row.fullname, week: weekText(row.week_name) }) : homeworkTexts.columns.file
      }
    >
      {row ? (
        <Preview
          key={row.id}
          row={row}
          comment={comments[row.id] ?? ''}
          setComment={(comment) => setComments((all) => ({ ...all, [row.id]: comment }))}
          {...preview}
        />
      ) : null}
      {!row && isLoading ? <LoadingState /> : null}
      {!row && !isLoading ? <Text>{t.gone}</Text> : null}
    </Dialog>
  );
}
