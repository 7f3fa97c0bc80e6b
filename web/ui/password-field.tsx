import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '#web/texts/texts.ts';

/**
 * A password with an eye to show it. Built on TextInput, since Mantine's own keeps the eye out of the tab order, does not
 * name it, and tells screen readers nothing of an error.
 */
export function PasswordField(props: TextInputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={isShown ? texts.ui.hidePassword : texts.ui.showPassword}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <IconEyeOff aria-hidden size={20} /> : <IconEye aria-hidden size={20} />}
        </ActionIcon>
      }
      rightSectionWidth={44}
    />
  );
}
