import type { IntakeScope } from '@gurukul/contract/shared/calls/intake-scopes';
import { Button, Stack } from '@mantine/core';
import { intakeTexts } from '#web/texts/intake.ts';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CopyField } from './copy-field.tsx';
import { exampleOf, webhookOf } from './intake-example.ts';

const t = intakeTexts.told;

export interface MadeKey {
  readonly id: number;
  readonly name: string;
  readonly key: string;
  readonly signing_key: string;
  readonly scopes: readonly IntakeScope[];
}

interface ToldKeyProps {
  made: MadeKey;
  onDone: () => void;
}

/** The new key. Only the dialog around it has it, and it is gone when the dialog closes. */
export function ToldKey({ made, onDone }: ToldKeyProps) {
  const { id, key, signing_key, scopes } = made;
  const { origin } = globalThis.location;
  // Payments come by webhook, so a key for several things shows them as its example.
  const scope = scopes.includes('payments') ? 'payments' : scopes[0];
  return (
    <Stack>
      <Notice title={t.onceTitle}>{t.once}</Notice>
      <CopyField label={t.key} description={t.keyHint} value={key} takesFocus />
      <CopyField label={t.signingKey} description={t.signingKeyHint} value={signing_key} />
      {scope === 'payments' ? <CopyField label={t.webhook} value={webhookOf(origin, id)} /> : null}
      {scope ? (
        <CopyField label={t.example} description={t.exampleHint} value={exampleOf(origin, key, scope)} />
      ) : null}
      <DialogFoot leave="">
        <Button onClick={onDone}>{t.done}</Button>
      </DialogFoot>
    </Stack>
  );
}
