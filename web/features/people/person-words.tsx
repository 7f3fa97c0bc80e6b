import { Title } from '@mantine/core';
import { peopleTexts } from '#web/texts/people.ts';
import { plainText, RichText } from '#web/ui/document/rich-text.tsx';
import classes from './profile-panel.module.css';

/** What a person says about themselves, if there is a word in it. */
export const PersonWords = ({ html }: { html: string }) =>
  plainText(html) ? (
    <div className={classes.about}>
      <Title order={3}>{peopleTexts.profile.about}</Title>
      <RichText html={html} />
    </div>
  ) : null;
