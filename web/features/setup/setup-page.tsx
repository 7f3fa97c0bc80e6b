import { provider } from '@gurukul/contract/provider';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf, refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { setupTexts } from '#web/texts/setup.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SetupSteps } from './setup-steps.tsx';

const t = setupTexts;

function ShowAgain() {
  const dismissal = useAction(provider.dismiss_setup);
  const show = async () => {
    try {
      await dismissal.run({ dismissed: false });
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };
  return (
    <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => void show()}>
      {t.again}
    </Button>
  );
}

/** /Setup: the steps of a new provider, also after they were hidden. */
export function SetupPage() {
  const setup = useQuery(query(provider.get_setup, {}));
  const data = setup.data?.data;
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      {!data && setup.isError ? (
        <FailedState title={t.failed} message={messageOf(setup.error)} onRetry={() => void setup.refetch()} />
      ) : null}
      {!data && !setup.isError ? <LoadingState /> : null}
      {data ? (
        <Stack>
          <SetupSteps setup={data} />
          {data.dismissed ? <ShowAgain /> : null}
        </Stack>
      ) : null}
    </>
  );
}
