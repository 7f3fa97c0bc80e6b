import { Button } from '@mantine/core';
import { ApiError } from '#web/api/errors.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, FailedState, LoadingState } from '#web/ui/states.tsx';

const t = texts.people.detail;

/** Nobody of this number, or somebody one has nothing to do with: the two look the same. */
export function PersonMissing({ list }: { list: string }) {
  return (
    <>
      <PageHeader title={t.missingTitle} />
      <Panel>
        <EmptyState
          title={t.missing}
          action={
            <Button variant="default" renderRoot={(props) => <AppLink href={list} {...props} />}>
              {t.back}
            </Button>
          }
        />
      </Panel>
    </>
  );
}

interface PersonNotShownProps {
  title: string;
  /** Where everybody of this kind is listed. */
  list: string;
  error: Error | null;
  onRetry: () => void;
}

/** In place of a profile: on its way, failed, or nobody there. */
export function PersonNotShown({ title, list, error, onRetry }: PersonNotShownProps) {
  if (error instanceof ApiError && error.status === 404) return <PersonMissing list={list} />;
  const isFinal = error instanceof ApiError && error.isFinal;
  return (
    <>
      <PageHeader title={title} />
      {error === null ? <LoadingState /> : null}
      {isFinal ? <FailedState title={texts.ui.notForYouTitle} message={texts.ui.notForYou} /> : null}
      {error !== null && !isFinal ? <FailedState message={error.message} onRetry={onRetry} /> : null}
    </>
  );
}
