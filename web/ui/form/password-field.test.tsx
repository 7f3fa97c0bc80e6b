import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { PasswordField } from './password-field.tsx';

function Field() {
  const [value, setValue] = useState('');
  return (
    <>
      <input aria-label="Elsewhere" defaultValue="Quiet-River-77" />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
    </>
  );
}

test('a password can be pasted, is hidden until its eye is pressed, and password managers know it', async () => {
  render(<Field />);
  await userEvent.tripleClick(page.getByLabelText('Elsewhere'));
  await userEvent.copy();
  const field = page.getByRole('textbox', { name: 'Password' });
  await userEvent.click(field);
  await userEvent.paste();
  await expect.element(field).toHaveValue('Quiet-River-77');
  await expect.element(field).toHaveAttribute('type', 'password');
  await expect.element(field).toHaveAttribute('autocomplete', 'current-password');
  await userEvent.click(page.getByRole('button', { name: 'Show password' }));
  await expect.element(field).toHaveAttribute('type', 'text');
  await userEvent.click(page.getByRole('button', { name: 'Hide password' }));
  await expect.element(field).toHaveAttribute('type', 'password');
});
