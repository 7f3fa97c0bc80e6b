import { Button } from '@mantine/core';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import classes from './bare-page.module.css';
import { LogoMark } from './logo.tsx';

export function NotFoundPage() {
  const { title, text, back } = texts.shell.notFound;
  return (
    <main className={classes.page}>
      <p className={classes.logo}>
        <LogoMark size={36} />
        {texts.product}
      </p>
      <PageHeader title={title} lead={text} />
      <Button component={AppLink} href={paths.home}>
        {back}
      </Button>
    </main>
  );
}
