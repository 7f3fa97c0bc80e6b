import { mails, type MarkedAddress } from '@gurukul/contract/mails';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './mail-list.module.css';

const t = mailsTexts.marked;

function Marked({ userId, marked }: { userId: number; marked: MarkedAddress }) {
  const { address, fullname, kind, reason, at } = marked;
  const action = useAction(mails.try_address);
  const press = async () => {
    if (action.isPending) return;
    try {
      await action.run({ user_id: userId, address });
      toast.success(t.done[kind]({ address }));
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };
  return (
    <Notice title={t[kind]({ address, name: fullname })}>
      <p className={classes.marked}>
        {t.since({ day: formatDate(at), reason })} {t.means[kind]}
      </p>
      <Button
        size="compact-sm"
        variant="default"
        aria-disabled={action.isPending}
        onClick={() => void press()}
      >
        {t.button[kind]}
      </Button>
    </Notice>
  );
}

const useMarks = (userId: number) => useQuery(query(mails.get_marked, { user_id: userId })).data?.data ?? [];

/** What is said beside a field with such an address; '' for others. */
export function useMarkBeside(userId: number): (address: string) => string {
  const marks = useMarks(userId);
  return (written) => {
    const one = marks.find(({ address }) => address === written.trim().toLowerCase());
    return one ? t[one.kind]({ address: one.address, name: one.fullname }) : '';
  };
}

/** The addresses of somebody from which mails came back. Nothing where there are none; for the office. */
export function MarkedAddresses({ userId }: { userId: number }) {
  return useMarks(userId).map((one) => <Marked key={one.address} userId={userId} marked={one} />);
}
