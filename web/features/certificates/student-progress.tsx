import { certificates, type CertificateRow, type ProgressRow } from '@gurukul/contract/certificates';
import { finishedLanguages } from '@gurukul/contract/shared/words/languages';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { saveDownload } from '#web/calls/download.ts';
import { messageOf } from '#web/calls/errors.ts';
import { query } from '#web/calls/client.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { useSpelling } from '#web/features/receipts/use-spelling.tsx';
import { formatDate } from '#web/lib/format/format.ts';
import { useBusy } from '#web/lib/use-busy.ts';
import { paths, to } from '#web/paths.ts';
import { certificatesTexts } from '#web/texts/certificates.ts';
import { language } from '#web/texts/language.ts';
import { valueText } from '#web/texts/values.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import lines from '#web/ui/lines.module.css';
import { attendanceWords, homeworkWords, portionWords, ruleWords, standingWords } from './finish-words.ts';
import { useDownload } from './use-download.ts';

const t = certificatesTexts.student;

function Line({ row }: { row: ProgressRow }) {
  const parts = [attendanceWords(row), homeworkWords(row), portionWords(row)].filter(Boolean);
  return (
    <>
      <Text>{parts.join(' · ')}</Text>
      <Text size="sm" c="dimmed">
        {row.fulfils === null ? standingWords(row) : `${standingWords(row)}. ${ruleWords(row.rule)}`}
      </Text>
      <Text size="sm">
        {valueText('registration', row.registration_status)}
        {row.finished_on === null ? '' : `, ${formatDate(row.finished_on)}`}
        {row.is_by_hand ? ` · ${certificatesTexts.page.byHand}` : ''}
      </Text>
      <LoneLink href={to(paths.finish, row.course_id)}>{t.toFinish}</LoneLink>
    </>
  );
}

function OneCertificate({ row }: { row: CertificateRow }) {
  const save = useDownload();
  const { number, name, course_name, on_day, state, verify_url, revoke_reason } = row;
  return (
    <li>
      <span>
        {t.certificate({
          number,
          name,
          course: course_name,
          day: formatDate(on_day),
          state: t.states[state],
        })}
        {revoke_reason === '' ? '' : ` (${revoke_reason})`}{' '}
        <a href={verify_url} target="_blank" rel="noreferrer">
          {t.check}
        </a>
      </span>
      {row.can.download ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-busy={save.isPending}
          aria-label={t.downloadOf({ number })}
          onClick={() => void save.press([row.certificate_id])}
        >
          {certificatesTexts.page.download}
        </Button>
      ) : null}
    </li>
  );
}

function Certificates({ studentId }: { studentId: number }) {
  const list = useQuery({ ...query(certificates.get_certificates, { user_id: studentId }), retry: false });
  const rows = list.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={t.certificates}>
      <ul className={lines.lines}>
        {rows.map((row) => (
          <OneCertificate key={row.certificate_id} row={row} />
        ))}
      </ul>
    </Panel>
  );
}

function Transcript({ studentId }: { studentId: number }) {
  const [isPending, setPending] = useBusy();
  const { makeSpelled, spelling } = useSpelling();
  const press = async () => {
    setPending(true);
    try {
      const written = finishedLanguages.find((one) => one === language) ?? 'en';
      await makeSpelled(async (spelled) => {
        const asked = { user_id: studentId, language: written, ...spelled };
        await saveDownload(certificates.download_transcript, asked);
      });
    } catch (error) {
      toast.error(messageOf(error, certificatesTexts.failed));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button variant="default" aria-busy={isPending} onClick={() => void press()}>
        {t.transcript}
      </Button>
      {spelling}
    </>
  );
}

/** How a student does in each course, and their certificates. */
export function StudentProgress({ studentId }: { studentId: number }) {
  const list = useQuery({ ...query(certificates.get_progress, { student_id: studentId }), retry: false });
  const rows = list.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <>
      <Panel title={t.title} actions={hasHistory() ? <Transcript studentId={studentId} /> : null}>
        <DescriptionList
          facts={rows.map((row) => [row.course_name, <Line key={row.course_id} row={row} />])}
        />
      </Panel>
      {hasHistory() ? <Certificates studentId={studentId} /> : null}
    </>
  );
}
