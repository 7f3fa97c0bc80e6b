import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PlainButtonLink } from '#web/ui/plain-button.tsx';

/** All that somebody sees of a page that is for another role: nothing of the page is drawn, so it asks for nothing. */
export const OtherRole = () => (
  <>
    <PageHeader title={texts.ui.notForYouTitle} lead={texts.ui.notForYou} />
    <PlainButtonLink href={paths.home}>{texts.shell.notFound.back}</PlainButtonLink>
  </>
);
