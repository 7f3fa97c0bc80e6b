import { myPage, type PageAnswer } from '@gurukul/contract/my-page';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { WriteButton } from '#web/features/messages/write-button.tsx';
import { formatDate, formatDateTime } from '#web/lib/format/format.ts';
import { myPageTexts } from '#web/texts/my-page.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import lines from '#web/ui/lines.module.css';
import classes from './my-page.module.css';

const t = myPageTexts;

const whatOf = ({ kind, held_on, body }: PageAnswer): string =>
  kind === 'cannot_come' && held_on !== null
    ? [t.cannotCome({ day: formatDate(held_on) }), body].filter(Boolean).join(': ')
    : body;

interface LineProps {
  answer: PageAnswer;
  onSee: () => void;
}

function Line({ answer, onSee }: LineProps) {
  const { student_id, fullname, class_name, course_name, said_by, said_at, withdrawn_at, seen_by, can } =
    answer;
  const saidBy = t.by({ name: said_by, when: formatDateTime(said_at) });
  return (
    <li>
      <Stack gap={2} className={classes.main}>
        <Group gap="xs">
          <strong dir="auto">{fullname}</strong>
          <span className={classes.soft}>{`${class_name} · ${course_name}`}</span>
          {can.see ? <StatusBadge tone="warn">{t.unseen}</StatusBadge> : null}
          {withdrawn_at === null ? null : <StatusBadge tone="calm">{t.withdrawn}</StatusBadge>}
        </Group>
        <p className={classes.said} dir="auto">
          {whatOf(answer)}
        </p>
        <span className={classes.soft}>{saidBy}</span>
        {seen_by.length === 0 ? null : (
          <span className={classes.soft}>
            {t.seenBy({
              names: seen_by
                .map(({ fullname: name, seen_at }) => `${name}, ${formatDateTime(seen_at)}`)
                .join('; '),
            })}
          </span>
        )}
      </Stack>
      <Group gap="xs">
        {/* Who has replied has read it. */}
        <WriteButton
          size="xs"
          audience={{ user_ids: [student_id] }}
          whom={fullname}
          label={t.reply}
          reply={{ said: whatOf(answer), by: saidBy }}
          {...(can.see ? { onSent: onSee } : {})}
        />
        {can.see ? (
          <Button size="xs" variant="default" aria-label={t.seeOf({ name: fullname })} onClick={onSee}>
            {t.see}
          </Button>
        ) : null}
      </Group>
    </li>
  );
}

/** What students and guardians of a class, or of a student, said on their page. */
export function Answers({ of }: { of: { class_id: number } | { student_id: number } }) {
  const list = useQuery(query(myPage.get_answers, of));
  const see = useAction(myPage.see_answers);
  const rows = list.data?.data;
  const seen = async (answers: readonly PageAnswer[]) => {
    if (see.isPending) return;
    try {
      await see.run({ answer_ids: answers.map(({ answer_id }) => answer_id) });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  if (!rows && list.error) {
    return <FailedState message={list.error.message} onRetry={() => void list.refetch()} />;
  }
  if (!rows) return <LoadingState />;
  const unseen = rows.filter(({ can }) => can.see);
  return (
    <Panel
      title={t.answers}
      actions={
        unseen.length > 1 ? (
          <Button size="xs" variant="default" onClick={() => void seen(unseen)}>
            {t.seeAll}
          </Button>
        ) : undefined
      }
    >
      <Text c="dimmed" mb="sm">
        {rows.length === 0 ? t.noAnswers : t.answersLead}
      </Text>
      <ul className={lines.lines}>
        {rows.map((answer) => (
          <Line key={answer.answer_id} answer={answer} onSee={() => void seen([answer])} />
        ))}
      </ul>
    </Panel>
  );
}
