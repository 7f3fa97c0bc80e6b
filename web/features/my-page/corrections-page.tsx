import { myPage } from '@gurukul/contract/my-page';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { myPageTexts } from '#web/texts/my-page.ts';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { Corrections } from './corrections.tsx';

const t = myPageTexts.queue;

/** /Corrections: what students and guardians propose and nobody has decided, student by student. */
export function CorrectionsPage() {
  const found = useQuery(query(myPage.get_corrections, {}));
  const rows = found.data?.data;
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      {rows || found.isError ? null : <LoadingState />}
      {found.isError && !rows ? (
        <FailedState message={t.failed} onRetry={() => void found.refetch()} />
      ) : null}
      {rows?.length === 0 ? <EmptyState title={t.none} /> : null}
      <Stack>
        {[...Map.groupBy(rows ?? [], ({ user_id: id }) => id)].map(([id, own]) => (
          <Panel
            key={id}
            title={
              <ThingLink to="student" id={id}>
                {own[0]?.fullname ?? ''}
              </ThingLink>
            }
          >
            <Corrections rows={own} />
          </Panel>
        ))}
      </Stack>
    </>
  );
}
