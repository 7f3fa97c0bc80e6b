import { continuations, type AskedClass, type TeacherAnswer } from '@gurukul/contract/continuations';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError, refusalOf } from '#web/calls/errors.ts';
import { queryClient } from '#web/calls/query-client.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { formatDate, formatList, formatZone } from '#web/lib/format/format.ts';
import { continuationsTexts } from '#web/texts/continuations.ts';
import { texts } from '#web/texts/texts.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Fault, Notice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { formatWallClock } from '#web/ui/meeting-time.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { AccountCard } from '../accounts/sign-in/account-card.tsx';
import styles from './offers.module.css';

const t = continuationsTexts.page;

const timeText = ({ class_day, time, zone }: AskedClass['times'][number]) =>
  `${formatWallClock(class_day, time)} (${formatZone(zone)})`;

const choices = [
  ['same', t.same, t.sameOf],
  ['other_time', t.otherTime, t.otherTimeOf],
  ['no', t.no, t.noOf],
] as const;

/** One class. Only a press answers: programs that open the links of mails change nothing. */
function Asked({ secret, asked }: { secret: string; asked: AskedClass }) {
  const attempt = useAttempt(continuations.answer_class);
  const [words, setWords] = useState('');
  const [fault, setFault] = useState('');
  const id = useId();
  const { asked_id, class_name: name, times, answer } = asked;
  const say = async (given: TeacherAnswer) => {
    if (attempt.isPending) return;
    setFault('');
    try {
      await attempt.run({ secret, asked_id, answer: given, words });
      await queryClient.invalidateQueries({
        queryKey: query(continuations.read_classes, { secret }).queryKey,
      });
    } catch (error) {
      setFault(refusalOf(error));
    }
  };
  return (
    <section className={styles.offer} aria-labelledby={id}>
      <h2 id={id} className={styles.name}>
        {name}
      </h2>
      <p>{formatList(times.map(timeText))}</p>
      <output>
        {answer ? (
          <Notice>{t.said({ answer: choices.find(([one]) => one === answer)?.[1] ?? '' })}</Notice>
        ) : null}
      </output>
      {fault ? <Fault>{fault}</Fault> : null}
      {answer ? null : (
        <>
          <TextField
            label={t.which}
            value={words}
            maxLength={200}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <div className={styles.buttons}>
            {choices.map(([given, label, of]) => (
              <PlainButton
                key={given}
                isWide
                variant={given === 'same' ? 'filled' : 'default'}
                aria-label={of({ name })}
                aria-busy={attempt.isPending}
                onClick={() => void say(given)}
              >
                {label}
              </PlainButton>
            ))}
          </div>
        </>
      )}
    </section>
  );
}

const isOver = (error: Error) => error instanceof ApiError && error.status === 404;

/** From a mail: a teacher says of each class whether they teach it in the next term. */
export function ClassesAgain({ secret }: { secret: string }) {
  const list = useQuery(query(continuations.read_classes, { secret }), queryClient);
  const found = list.data?.data;
  const lead = found
    ? t.lead({ name: found.fullname, course: found.course_name, day: formatDate(found.start_date) })
    : null;
  return (
    <AccountCard title={t.title} lead={lead}>
      {list.isLoading ? <LoadingState label={t.loading} /> : null}
      {found?.classes.map((asked) => (
        <Asked key={asked.asked_id} secret={secret} asked={asked} />
      ))}
      {!found && list.error && isOver(list.error) ? <Notice>{t.over}</Notice> : null}
      {!found && list.error && !isOver(list.error) ? (
        <Fault>
          <p>{t.failed}</p>
          <PlainButton variant="default" onClick={() => void list.refetch()}>
            {texts.ui.retry}
          </PlainButton>
        </Fault>
      ) : null}
    </AccountCard>
  );
}
