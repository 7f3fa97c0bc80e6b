import { certificates, type FinishRow } from '@gurukul/contract/certificates';
import { finishedLanguages } from '@gurukul/contract/shared/words/languages';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useSpelling } from '#web/features/receipts/use-spelling.tsx';
import { certificatesTexts } from '#web/texts/certificates.ts';
import { languageName } from '#web/texts/language.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { useDownload } from './use-download.ts';

const t = certificatesTexts.issuing;

/** More names than this nobody reads through one by one. */
const mostFields = 40;

interface IssueProps {
  courseId: number;
  rows: readonly FinishRow[];
  onDone: () => void;
}

function IssueForm({ courseId, rows, onDone }: IssueProps) {
  const begun = (row: FinishRow) => row.certificate?.name ?? row.fullname;
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const [language, setLanguage] = useState('en');
  const [hasTried, setTried] = useState(false);
  const [error, setError] = useState('');
  const act = useAction(certificates.issue);
  const { makeSpelled, spelling } = useSpelling();
  const save = useDownload();
  const nameFor = (row: FinishRow) => names.get(row.student_id) ?? begun(row);

  const submit = async () => {
    setTried(true);
    setError('');
    if (rows.some((row) => nameFor(row).trim() === '')) return;
    const students = rows.map((row) => ({
      student_id: row.student_id,
      ...(names.has(row.student_id) && { name: nameFor(row) }),
    }));
    const chosen = finishedLanguages.find((one) => one === language) ?? 'en';
    try {
      await makeSpelled(async (spelled) => {
        const { data } = await act.run({ course_id: courseId, students, language: chosen, ...spelled });
        toast.success(t.done(data));
        onDone();
        if (data.certificate_ids.length > 0) await save.press(data.certificate_ids);
      });
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  const hasOld = rows.some(({ certificate }) => certificate !== null);
  return (
    <>
      <FormShell
        onSubmit={() => void submit()}
        submitLabel={t.submit({ count: rows.length })}
        busyLabel={t.busy}
        isPending={act.isPending}
        error={error}
      >
        <Text>{t.lead}</Text>
        {hasOld ? <Text>{t.replaces}</Text> : null}
        <NativeSelect
          label={t.language}
          value={language}
          data={finishedLanguages.map((value) => ({ value, label: languageName(value) }))}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
        />
        {rows.length > mostFields ? (
          <Text c="dimmed">{t.asWritten({ count: rows.length })}</Text>
        ) : (
          rows.map((row, index) => (
            <TextInput
              key={row.student_id}
              label={t.nameOf({ name: row.fullname })}
              value={nameFor(row)}
              maxLength={200}
              dir="auto"
              autoComplete="off"
              data-autofocus={index === 0 || undefined}
              onChange={({ currentTarget: { value } }) =>
                setNames((all) => new Map([...all, [row.student_id, value]]))
              }
              error={hasTried && nameFor(row).trim() === '' ? t.nameMissing : null}
            />
          ))
        )}
      </FormShell>
      {spelling}
    </>
  );
}

/** Issues certificates, with each name as it shall stand. A corrected name replaces the earlier one. */
export const IssueDialog = ({ onClose, ...form }: IssueProps & { onClose: () => void }) => (
  <Dialog opened onClose={onClose} title={t.title({ count: form.rows.length })} size="lg">
    <IssueForm {...form} />
  </Dialog>
);
