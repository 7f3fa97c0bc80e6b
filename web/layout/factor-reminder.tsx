import type { TopBar } from '@gurukul/contract/accounts';
import { Text } from '@mantine/core';
import { formatDate } from '#web/lib/format/format.ts';
import { paths } from '#web/paths.ts';
import { passkeysTexts } from '#web/texts/passkeys.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AppLink } from '#web/ui/link.tsx';
import classes from './paused-codes.module.css';

const t = passkeysTexts.needed;

/** Reminds somebody whose role will need a second factor, and who has none. */
export const FactorReminder = ({ from, days_left: days }: NonNullable<TopBar['factor']>) => (
  <section className={classes.place} aria-label={t.reminderTitle}>
    <Notice title={t.reminderTitle}>
      <Text mb="xs">{t.reminder({ day: formatDate(from), days })}</Text>
      <AppLink href={paths.profile}>{t.toProfile}</AppLink>
    </Notice>
  </section>
);
