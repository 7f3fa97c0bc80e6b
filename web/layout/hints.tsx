import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { askToInstall, endInstallOffer } from '#web/lib/browser/install-prompt.ts';
import { loadNewerBuild } from '#web/lib/browser/newer-build.ts';
import { useProvider } from '#web/lib/provider.ts';
import { providerTexts } from '#web/texts/provider.ts';
import { keptRollsTexts } from '#web/texts/kept-rolls.ts';
import classes from './hints.module.css';

interface HintProps {
  label: string;
  text: string;
  action: string;
  later: string;
  onAction: () => void;
  onLater: () => void;
}

const Hint = ({ label, text, action, later, onAction, onLater }: HintProps) => (
  <section className={classes.hint} aria-label={label}>
    <Text size="sm">{text}</Text>
    <Button size="compact-sm" variant="light" onClick={onAction}>
      {action}
    </Button>
    <Button size="compact-sm" variant="subtle" onClick={onLater}>
      {later}
    </Button>
  </section>
);

/** A newer version is there. The person decides when it is loaded. */
export function NewerBuildHint() {
  const t = keptRollsTexts.newVersion;
  const [isLater, setLater] = useState(false);
  return isLater ? null : (
    <Hint
      label={t.label}
      text={t.text}
      action={t.reload}
      later={t.later}
      onAction={() => void loadNewerBuild()}
      onLater={() => setLater(true)}
    />
  );
}

/** Offers to install the portal on this device. Both answers end the offer for good. */
export function InstallHint() {
  const t = providerTexts.install;
  const { name } = useProvider();
  const [isOpen, setOpen] = useState(true);
  const answer = () => {
    endInstallOffer();
    setOpen(false);
  };
  return isOpen ? (
    <Hint
      label={t.label}
      text={t.text({ name })}
      action={t.install}
      later={t.later}
      onAction={() => {
        answer();
        askToInstall();
      }}
      onLater={answer}
    />
  ) : null;
}
