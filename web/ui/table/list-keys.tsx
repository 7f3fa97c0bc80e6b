import { ActionIcon } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { listKeysTexts } from '#web/texts/list-keys.ts';
import { showKeys } from '../show-keys.ts';

/** Shows the keys, among the tools of a table that people walk by letters. */
export const ListKeys = () => (
  <ActionIcon variant="subtle" size={34} aria-label={listKeysTexts.title} onClick={showKeys}>
    <IconKeyboard aria-hidden size={20} />
  </ActionIcon>
);
