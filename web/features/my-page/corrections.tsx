import { myPage, type Correction } from '@gurukul/contract/my-page';
import { Button, Group, Stack } from '@mantine/core';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatDate, formatDateTime } from '#web/lib/format/format.ts';
import { aboutPersonTexts } from '#web/texts/about-person.ts';
import { myPageTexts } from '#web/texts/my-page.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import lines from '#web/ui/lines.module.css';
import classes from './my-page.module.css';

const t = myPageTexts;
const { about } = aboutPersonTexts;

const shownValue = (field: Correction['field'], value: string): string => {
  if (value === '') return t.nothing;
  return field === 'dob' ? formatDate(value) : value;
};

function GuardianLines({ rows }: { rows: NonNullable<Correction['guardians']>['value'] }) {
  if (rows.length === 0) return <span>{t.nothing}</span>;
  return rows.map(({ name, relation, email_id: email, phone_number: phone, may_see: maySee, pays }) => (
    <span key={`${name} ${email} ${phone}`} dir="auto">
      {[name, relation, email, phone, maySee && about.maySee, pays && about.pays].filter(Boolean).join(', ')}
    </span>
  ));
}

/** What is proposed about one student. Each is taken or declined with one press. */
export function Corrections({ rows }: { rows: readonly Correction[] }) {
  const decide = useAction(myPage.decide_correction);
  const press = async ({ correction_id, fullname }: Correction, take: boolean) => {
    if (decide.isPending) return;
    try {
      const answer = await decide.run({ correction_id, take });
      tellDone(answer, take ? t.taken : t.declined, { kind: 'decided', what: fullname });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <ul className={lines.lines}>
      {rows.map((row) => {
        const field = t.fields[row.field];
        return (
          <li key={row.correction_id}>
            <Stack gap={2} className={classes.main}>
              <strong>{field}</strong>
              {row.guardians === undefined ? (
                <span dir="auto">
                  {t.change({ from: shownValue(row.field, row.now), to: shownValue(row.field, row.value) })}
                </span>
              ) : (
                <>
                  <GuardianLines rows={row.guardians.now} />
                  <span aria-hidden>↓</span>
                  <GuardianLines rows={row.guardians.value} />
                </>
              )}
              <span className={classes.soft}>
                {t.by({ name: row.said_by, when: formatDateTime(row.said_at) })}
              </span>
            </Stack>
            {row.can.decide ? (
              <Group gap="xs">
                <Button
                  size="xs"
                  aria-label={t.takeOf({ field, name: row.fullname })}
                  onClick={() => void press(row, true)}
                >
                  {t.take}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t.declineOf({ field, name: row.fullname })}
                  onClick={() => void press(row, false)}
                >
                  {t.decline}
                </Button>
              </Group>
            ) : (
              <StatusBadge tone="calm">{t.adminDecides}</StatusBadge>
            )}
          </li>
        );
      })}
    </ul>
  );
}
