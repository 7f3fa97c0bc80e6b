import type { HomeworkRow } from '@gurukul/contract/homework';
import { pdfType } from '@gurukul/contract/files';
import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
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
import type { Decide } from './use-decide.ts';
import { weekText } from './week-text.ts';

const t = homeworkTexts.preview;

type ReadAgain = () => Promise<readonly HomeworkRow[]>;

interface PreviewProps {
  row: HomeworkRow;
  decide: Decide;
  readAgain: ReadAgain;
}

function Preview({ row, decide, readAgain }: PreviewProps) {
  const pdf = usePdf(row, readAgain);
  const download = () => {
    if (pdf.data) saveFile(t.fileName({ name: row.fullname, week: row.week_name }), pdfType, pdf.data);
  };
  return (
    <>
      <div className={classes.about} data-place tabIndex={-1}>
        <Text c="dimmed">{`${row.course_name}, ${row.class_name}`}</Text>
        <HomeworkBadge status={row.status} />
      </div>
      <div className={classes.head}>
        <DecideButtons row={row} {...decide} />
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

interface PreviewDialogProps {
  /** Whose PDF is shown; none while the list is on its way, or when it is not in it. */
  row: HomeworkRow | undefined;
  isOpen: boolean;
  isLoading: boolean;
  decide: Decide;
  /** Reads the list of the row, for a fresh link to the file. */
  readAgain: ReadAgain;
  onClose: () => void;
}

/** The PDF of one homework, to read and decide in one place. */
export function PreviewDialog({ row, isOpen, isLoading, decide, readAgain, onClose }: PreviewDialogProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
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
      {row ? <Preview key={row.id} row={row} decide={decide} readAgain={readAgain} /> : null}
      {!row && isLoading ? <LoadingState /> : null}
      {!row && !isLoading ? <Text>{t.gone}</Text> : null}
    </Dialog>
  );
}
