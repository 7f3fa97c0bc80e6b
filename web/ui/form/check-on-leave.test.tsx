import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { checkOnLeave } from './check-on-leave.ts';
import { TextField } from './field.tsx';

function Form() {
  const [wasPressed, setPressed] = useState(false);
  const form = useForm({
    initialValues: { mail: '' },
    validate: { mail: (text) => (text.includes('@') ? null : 'Mail is not valid') },
    ...checkOnLeave<{ mail: string }>(),
  });
  return (
    <>
      <TextField {...form.getInputProps('mail')} label="Email" />
      <Button size="compact-xs" onClick={() => setPressed(true)}>
        {wasPressed ? 'Pressed' : 'Below'}
      </Button>
    </>
  );
}

const email = page.getByLabelText('Email');
const fault = page.getByText('Mail is not valid');

test('the first press on what lies below a wrong field arrives, and the fault comes after it', async () => {
  render(<Form />);
  await userEvent.fill(email, 'nobody');
  await userEvent.click(page.getByRole('button', { name: 'Below' }));
  await expect.element(page.getByRole('button', { name: 'Pressed' })).toBeVisible();
  await expect.element(fault).toBeVisible();
});

test('a field that is left by key is checked, an empty one is not', async () => {
  render(<Form />);
  await userEvent.click(email);
  await userEvent.tab();
  await expect.element(fault).not.toBeInTheDocument();
  await userEvent.fill(email, 'nobody');
  await userEvent.tab();
  await expect.element(fault).toBeVisible();
});
