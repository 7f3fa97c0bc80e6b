import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { texts } from '../../texts/texts.ts';
import { UploadField } from './upload-field.tsx';

const image = (name: string, type = 'image/png') => new File(['x'], name, { type });

function Field({ upload }: { upload: (file: File) => Promise<string> }) {
  const [value, setValue] = useState('/defaults/course.svg');
  return (
    <>
      <output aria-label="location">{value}</output>
      <UploadField
        label="Course image"
        value={value}
        onChange={setValue}
        fallback="/defaults/course.svg"
        upload={upload}
        failureText="Something went wrong"
      />
    </>
  );
}

const place = page.getByLabelText('location');
const choose = async (file: File) => {
  await expect.element(place).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(input!, file);
};

test('a chosen image is uploaded and its location taken over', async () => {
  render(<Field upload={async (file) => `/defaults/${file.name}`} />);
  await choose(image('event.svg'));
  await expect.element(place).toHaveTextContent('/defaults/event.svg');
  await expect.element(page.getByText('Image uploaded')).toBeVisible();
});

test('a failed upload is told and the old image stays', async () => {
  render(<Field upload={() => Promise.reject(new Error('no'))} />);
  await choose(image('event.svg'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong');
  await expect.element(place).toHaveTextContent('/defaults/course.svg');
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/defaults/course.svg');
});

test('a file that is no image is not even sent', async () => {
  let sent = 0;
  render(
    <Field
      upload={async () => {
        sent += 1;
        return '';
      }}
    />,
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  input?.removeAttribute('accept');
  await choose(image('list.pdf', 'application/pdf'));
  await expect.element(page.getByRole('alert')).toHaveTextContent(texts.ui.imageWrong);
  expect(sent).toBe(0);
});
