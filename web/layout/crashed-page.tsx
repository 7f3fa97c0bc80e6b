import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { texts } from '#web/texts/texts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import classes from './bare-page.module.css';

/** Stands where a page threw. A new build may have removed the chunk that was asked for: then only a reload helps. */
export function CrashedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isChunkGone = error instanceof TypeError && /import/i.test(error.message);
  const retry = () => {
    if (isChunkGone) return location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <div className={classes.page} role="alert">
      <PageHeader title={texts.shell.crashed.title} lead={texts.shell.crashed.text} />
      <PlainButton onClick={retry}>{texts.shell.crashed.retry}</PlainButton>
    </div>
  );
}
