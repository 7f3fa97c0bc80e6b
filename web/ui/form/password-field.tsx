import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { TextField, type TextFieldProps } from './field.tsx';
import { PlainIconButton } from '../plain-button.tsx';

/** A password with an eye to show it, which has a name and a place in the tab order. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <PlainIconButton
          size={36}
          aria-label={isShown ? texts.ui.hidePassword : texts.ui.showPassword}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <IconEyeOff aria-hidden size={20} /> : <IconEye aria-hidden size={20} />}
        </PlainIconButton>
      }
    />
  );
}
