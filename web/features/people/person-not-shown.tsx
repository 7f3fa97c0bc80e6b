import { ApiError } from '#web/calls/errors.ts';
import type { Path } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { texts } from '#web/texts/texts.ts';
import { Missing } from '#web/ui/feedback/missing.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';

const t = peopleTexts.detail;

/** Nobody of this number, or somebody one has nothing to do with. */
export const PersonMissing = ({ list }: { list: Path | null }) => (
  <Missing title={t.missingTitle} text={t.missing} list={list} listLabel={t.back} />
);

interface PersonNotShownProps {
  title: string;
  /** Where everybody of this kind is listed; null where the viewer has no such list. */
  list: Path | null;
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
