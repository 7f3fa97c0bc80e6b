import type { UseFormInput } from '@mantine/form';

/** Runs now, or after the press that moved the focus: what a press is on must not move before it ends. */
function afterPress(act: () => void): void {
  if (document.querySelector(':active')) addEventListener('pointerup', () => setTimeout(act), { once: true });
  else act();
}

/**
 * Checks a field of a form when somebody leaves it. What is still empty is told when the form is sent. The fault's line
 * moves all that is below, so a link that is being pressed there is pressed first.
 */
export function checkOnLeave<Values>(): Pick<UseFormInput<Values>, 'enhanceGetInputProps'> {
  return {
    enhanceGetInputProps: ({ form, field, inputProps: { onBlur } }) => ({
      onBlur: (event: React.FocusEvent<HTMLInputElement>) => {
        onBlur?.(event);
        if (event.currentTarget.value !== '') afterPress(() => form.validateField(field));
      },
    }),
  };
}
