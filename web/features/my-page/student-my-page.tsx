import { myPage, type PageLink } from '@gurukul/contract/my-page';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { tellSent } from '#web/calls/tell-sent.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { myPageTexts } from '#web/texts/my-page.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { Answers } from './answers.tsx';
import { StudentConsents } from '#web/features/privacy/student-consents.tsx';
import { Consents } from './consents.tsx';
import { Corrections } from './corrections.tsx';
import lines from '#web/ui/lines.module.css';
import classes from './my-page.module.css';

const t = myPageTexts;

function stateOf({ can, made_at, used_at, expires_at, revoked_at, devices }: PageLink, now: number): string {
  if (!can.copy) return t.sendOnly;
  if (revoked_at !== null) return t.states.revoked({ day: formatDate(revoked_at) });
  if (made_at === null || expires_at === null) return t.states.none;
  if (Date.parse(expires_at) <= now) return t.states.ended;
  return used_at === null ? t.states.unused : t.states.used({ day: formatDate(used_at), count: devices });
}

function Link({ studentId, link, now }: { studentId: number; link: PageLink; now: number }) {
  const { mailbox, made_at, revoked_at, can } = link;
  const give = useAction(myPage.give_link);
  const end = useAction(myPage.revoke_link);
  const of = { student_id: studentId, mailbox };
  const attempt = async (work: () => Promise<void>) => {
    if (give.isPending || end.isPending) return;
    try {
      await work();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const send = async () => {
    tellSent(await give.run({ ...of, send: true }), t.sent({ mailbox }));
  };
  const copy = async () => {
    const { url } = (await give.run({ ...of, send: false })).data;
    if (url === null) return toast.info(t.sendOnly);
    const isCopied = await navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    );
    if (isCopied) toast.success(t.copied);
    else toast.error(t.notCopied({ url }));
  };
  const revoke = async () => {
    if (!(await confirm(t.endAsk({ mailbox }), { title: t.endOf({ mailbox }), action: t.end }))) return;
    await end.run(of);
    toast.success(t.ended);
  };
  return (
    <li>
      <Stack gap={2} className={classes.main}>
        <strong>{mailbox}</strong>
        <span className={classes.soft} dir="auto">
          {t.of({ reader: link.reader, count: link.students })}
        </span>
        <span>{stateOf(link, now)}</span>
        {link.is_proved ? null : <span>{t.unproved}</span>}
      </Stack>
      <Group gap="xs">
        <Button size="xs" aria-label={t.sendTo({ mailbox })} onClick={() => void attempt(send)}>
          {t.send}
        </Button>
        {can.copy ? (
          <Button
            size="xs"
            variant="default"
            aria-label={t.copyOf({ mailbox })}
            onClick={() => void attempt(copy)}
          >
            {t.copy}
          </Button>
        ) : null}
        {made_at === null || revoked_at !== null || !can.end ? null : (
          <Button
            size="xs"
            variant="default"
            aria-label={t.endOf({ mailbox })}
            onClick={() => void attempt(revoke)}
          >
            {t.end}
          </Button>
        )}
      </Group>
    </li>
  );
}

/** For the office: the links of a student's pages, what is proposed to correct, and what was said. */
function Links({ studentId }: { studentId: number }) {
  const now = useNow();
  const found = useQuery(query(myPage.get_links, { student_id: studentId }));
  const data = found.data?.data;
  if (!data && found.error) {
    return <FailedState message={found.error.message} onRetry={() => void found.refetch()} />;
  }
  if (!data) return <LoadingState />;
  const { links, corrections } = data;
  return (
    <>
      <Panel title={t.corrections}>
        {corrections.length === 0 ? (
          <Text c="dimmed">{t.noCorrections}</Text>
        ) : (
          <Corrections rows={corrections} />
        )}
      </Panel>
      <Panel title={t.links}>
        <Text c="dimmed" mb="sm">
          {links.length === 0 ? t.noLinks : t.linksLead}
        </Text>
        <ul className={lines.lines}>
          {links.map((link) => (
            <Link key={link.mailbox} studentId={studentId} link={link} now={now} />
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** A teacher sees the answers alone. */
export const StudentMyPage = ({
  studentId,
  name,
  isOffice,
}: {
  studentId: number;
  name: string;
  isOffice: boolean;
}) => (
  <>
    {isOffice ? <Links studentId={studentId} /> : null}
    {isOffice ? <Consents studentId={studentId} /> : null}
    {isOffice ? <StudentConsents studentId={studentId} name={name} /> : null}
    <Answers of={{ student_id: studentId }} />
  </>
);
