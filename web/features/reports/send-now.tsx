import { reports } from '@gurukul/contract/reports';
import { Button } from '@mantine/core';
import { messageOf } from '#web/calls/errors.ts';
import { tellSent } from '#web/calls/tell-sent.ts';
import { useAction } from '#web/calls/use-action.ts';
import { reportsTexts } from '#web/texts/reports.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = reportsTexts;

/** Mails a scheduled report to oneself. A mail that left cannot be taken back. */
export function SendNow({ reportId }: { reportId: number }) {
  const action = useAction(reports.send_report);
  const send = async () => {
    try {
      tellSent(await action.run({ report_id: reportId }), t.sent);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => void send()}>
      {t.send}
    </Button>
  );
}
