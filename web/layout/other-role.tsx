import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PlainButtonLink } from '#web/ui/plain-button.tsx';

/** Stands in for a page of another role. Nothing of that page is rendered, so it makes no request. */
export const OtherRole = () => (
  <>
    <PageHeader title={texts.ui.notForYouTitle} lead={texts.ui.notForYou} />
    <PlainButtonLink href={paths.home}>{texts.shell.notFound.back}</PlainButtonLink>
  </>
);
