import { accounts } from '@gurukul/contract/accounts';
import { Button, Text } from '@mantine/core';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { texts } from '#web/texts/texts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './paused-codes.module.css';

const t = texts.shell.pausedCodes;

/** Tells the account admin that one-time codes wait, and lets them work again. */
export function PausedCodes() {
  const release = useAction(accounts.release_codes);

  const press = async () => {
    if (release.isPending) return;
    try {
      await release.run({});
      toast.success(t.done);
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };

  return (
    <section className={classes.place} aria-label={t.title}>
      <Notice title={t.title}>
        <Text mb="sm">{t.text}</Text>
        <Button size="compact-md" aria-disabled={release.isPending} onClick={() => void press()}>
          {t.release}
        </Button>
      </Notice>
    </section>
  );
}
