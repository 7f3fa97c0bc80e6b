import { useProvider } from '#web/lib/provider.ts';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PlainButtonLink } from '#web/ui/plain-button.tsx';
import classes from './bare-page.module.css';
import { LogoMark } from './logo.tsx';

const { title, text, back } = texts.shell.notFound;

/** Within the shell, for a signed-in person: the menu shows where to go from here. */
export const NotFound = () => (
  <>
    <PageHeader title={title} lead={text} />
    <PlainButtonLink href={paths.home}>{back}</PlainButtonLink>
  </>
);

/** For strangers. */
export function NotFoundPage() {
  const { name } = useProvider();
  return (
    <main className={classes.page}>
      <p className={classes.logo}>
        <LogoMark size={36} />
        {name}
      </p>
      <NotFound />
    </main>
  );
}
