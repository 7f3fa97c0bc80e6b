import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { Notice } from '../feedback/notice.tsx';

const t = texts.ui.savedMeanwhile;

interface SavedMeanwhileProps {
  /** Shows what is stored now instead of what was typed. */
  onLoad: () => Promise<unknown>;
  /** Saves what was typed over it. */
  onKeep: () => Promise<unknown>;
}

/** Somebody else saved while a form was open. The typed text stays until the person chooses one of the two versions. */
export function SavedMeanwhile({ onLoad, onKeep }: SavedMeanwhileProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isPending, setPending] = useState(false);
  // It asks for a decision.
  useEffect(() => box.current?.focus(), []);
  const act = async (action: () => Promise<unknown>) => {
    if (isPending) return;
    setPending(true);
    try {
      await action();
    } finally {
      setPending(false);
    }
  };
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <Notice title={t.title}>
        <Text mb="sm">{t.text}</Text>
        <Group gap="sm">
          <Button variant="default" aria-disabled={isPending} onClick={() => void act(onLoad)}>
            {t.load}
          </Button>
          <Button variant="default" aria-disabled={isPending} onClick={() => void act(onKeep)}>
            {t.keep}
          </Button>
        </Group>
      </Notice>
    </div>
  );
}
