import { Alert, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { canSeal } from '#web/lib/seal.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './account-card.module.css';

interface AccountCardProps {
  /** Names the browser tab. */
  title: string;
  /** What stands on the card, where that is not the title. */
  heading?: string;
  lead?: ReactNode;
  /** Where somebody is in a task of several steps. */
  step?: string;
  children: ReactNode;
}

/** The card in the middle of the pages outside. */
export function AccountCard({ title, heading = title, lead, step, children }: AccountCardProps) {
  return (
    <div className={classes.card}>
      <title>{`${title} · ${texts.product}`}</title>
      <div>
        {step ? <Text className={classes.step}>{step}</Text> : null}
        <Title order={1}>{heading}</Title>
        {lead ? (
          <Text c="dimmed" mt={4}>
            {lead}
          </Text>
        ) : null}
      </div>
      {canSeal() ? null : (
        <Alert variant="light" color="red" role="alert">
          {texts.errors.httpsNeeded}
        </Alert>
      )}
      {children}
    </div>
  );
}
