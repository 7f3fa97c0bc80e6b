import { longestTemplateName, messages, type MessageTemplate } from '@gurukul/contract/messages';
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { session } from '#web/lib/session.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import type { Draft } from './draft.ts';
import { unfinishedOf } from './versions.ts';

const t = messagesTexts.texts;

interface OfficeTextsProps {
  draft: Draft;
  chosen: MessageTemplate | undefined;
  onDeleted: () => void;
}

/** Saves what is written as a text of the office, or deletes the chosen one. */
export function OfficeTexts({ draft, chosen, onDeleted }: OfficeTextsProps) {
  const [name, setName] = useState('');
  const saving = useAction(messages.save_template);
  const deletion = useAction(messages.delete_template);
  const whyNot = session.isInSecondRole ? texts.errors.mainRoleOnly : '';
  const isReady = name.trim() !== '' && unfinishedOf(draft) === undefined;
  const save = async () => {
    try {
      for (const { language, subject, body } of [draft, ...draft.versions]) {
        const answer = await saving.run({ name, language, subject, body });
        tellDone(answer, t.saved, { kind: 'changed', what: name });
      }
      setName('');
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const remove = async ({ template_id, name: what }: MessageTemplate) => {
    try {
      tellDone(await deletion.run({ template_id }), t.deleted, { kind: 'removed', what });
      onDeleted();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <details>
      <summary>{t.title}</summary>
      <Stack gap="sm" mt="sm">
        <Text size="sm" c="dimmed">
          {t.lead}
        </Text>
        <Group align="end">
          <TextInput
            label={t.name}
            maxLength={longestTemplateName}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <ActionButton
            variant="default"
            disabledReason={whyNot}
            disabled={!isReady && whyNot === ''}
            loading={saving.isPending}
            onClick={() => void save()}
          >
            {t.save}
          </ActionButton>
          {chosen ? (
            <ActionButton
              variant="subtle"
              color="red"
              disabledReason={whyNot}
              loading={deletion.isPending}
              onClick={() => void remove(chosen)}
            >
              {t.delete}
            </ActionButton>
          ) : null}
        </Group>
      </Stack>
    </details>
  );
}
