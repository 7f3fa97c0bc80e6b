import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { DateField } from './date-field.tsx';

interface StartProps {
  first?: string;
  sent: string[];
}

/** A form as others have it: what it would send stands in `sent`. */
function Start({ first = '', sent }: StartProps) {
  const [day, setDay] = useState(first);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(day);
      }}
    >
      <DateField label="Start date" value={day} onChange={setDay} min="2026-01-10" max="2027-12-31" />
      <button type="submit">Send</button>
    </form>
  );
}

const field = page.getByRole('textbox', { name: 'Start date' });
const send = page.getByRole('button', { name: 'Send' });

const type = async (text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

/** The calendar below the field would be in the way of a pointer that does not leave the field first. */
const leaveAndSend = async () => {
  await userEvent.tab();
  await userEvent.click(send);
};

test('a typed day is read day first, in English too', async () => {
  const sent: string[] = [];
  render(<Start sent={sent} />);
  await type('05/06/2027');
  await leaveAndSend();
  expect(sent).toEqual(['2027-06-05']);
  await expect.element(field).toHaveValue('05-Jun-2027');
});

test.each([
  ['31-Feb-2027', /“31-Feb-2027” is not a day of the calendar/],
  ['13/13/2027', /“13\/13\/2027” is not a day of the calendar/],
  ['Jan 2027', /“Jan 2027” is not a day of the calendar/],
  ['09-Jan-2026', /“09-Jan-2026” is too early. The first day here is 10-Jan-2026/],
  ['01/01/2028', /“01\/01\/2028” is too late. The last day here is 31-Dec-2027/],
])('%s is refused with a reason, and neither moved nor replaced by the day before it', async (typed, why) => {
  const sent: string[] = [];
  render(<Start first="2026-03-03" sent={sent} />);
  await type(typed);
  await leaveAndSend();
  expect(sent).toEqual(['']);
  await expect.element(page.getByText(why)).toBeVisible();
  await expect.element(field).toHaveAccessibleDescription(why);

  await type('1 March 2026');
  await leaveAndSend();
  expect(sent).toEqual(['', '2026-03-01']);
  await expect.element(page.getByText(why)).not.toBeInTheDocument();
});

test('Enter sends what stands in the field, not what stood there before', async () => {
  const sent: string[] = [];
  render(<Start first="2026-03-03" sent={sent} />);
  await type('31-Feb-2027{Enter}');
  expect(sent).toEqual(['']);
  await expect.element(page.getByText(/is not a day of the calendar/)).toBeVisible();
});

test('a day that stood there outside the bounds stays when somebody passes by', async () => {
  const sent: string[] = [];
  render(<Start first="2025-05-05" sent={sent} />);
  await userEvent.click(field);
  await leaveAndSend();
  expect(sent).toEqual(['2025-05-05']);
});
