import { Button, Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isNewerBuildReady, keepOnDevice, loadNewerBuild, onNewerBuild } from '#web/lib/newer-build.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import classes from './new-version.module.css';

const t = rollCallTexts.newVersion;

/**
 * Installs the portal on the device, and reports quietly that a newer version is there. The person decides when it is
 * loaded.
 */
export function NewVersion() {
  const isReady = useSyncExternalStore(onNewerBuild, isNewerBuildReady);
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    // Without it the portal works as well, while there is a network.
    keepOnDevice().catch(() => undefined);
  }, []);
  if (!isReady || isLater) return null;
  return (
    <section className={classes.hint} aria-label={t.label}>
      <Text size="sm">{t.text}</Text>
      <Button size="compact-sm" variant="light" onClick={() => void loadNewerBuild()}>
        {t.reload}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => setLater(true)}>
        {t.later}
      </Button>
    </section>
  );
}
