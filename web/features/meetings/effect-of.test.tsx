import { meetings, type MeetingEffect } from '@gurukul/contract/meetings';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { EffectOf, useEffectOf } from './effect-of.tsx';

function Form() {
  const [day, setDay] = useState('2026-12-07');
  const input = { slot_id: 1, on_date: '2026-12-05', to_date: day, time: '18:30' };
  const effect = useEffectOf({ call: meetings.move_meeting, input });
  return (
    <>
      <input aria-label="Day" value={day} onChange={({ currentTarget }) => setDay(currentTarget.value)} />
      <EffectOf effect={effect} isTimed isTold onTold={() => undefined} />
    </>
  );
}

const clashing: MeetingEffect = {
  meeting_count: 1,
  class_count: 1,
  meetings: [],
  clashes: [
    {
      teacher_name: 'Lakshmi',
      class_name: 'Chanting A',
      course_name: 'Vedic Chanting',
      starts_at: '2026-12-07T13:00:00.000Z',
      ends_at: '2026-12-07T14:00:00.000Z',
    },
  ],
  told: { students: 3, staff: [], without_address: [] },
};

test('what a form would do is never said of other fields than those that stand there', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  globalThis.fetch = async (_, init) => {
    const isFirst = String(init?.body).includes('2026-12-07');
    if (!isFirst) await promise;
    return Response.json({
      status: 200,
      message: 'success',
      data: isFirst ? clashing : { ...clashing, clashes: [] },
    });
  };
  render(<Form />);
  const clash = page.getByText(/Chanting A, Vedic Chanting/);
  await expect.element(clash).toBeVisible();
  await userEvent.fill(page.getByLabelText('Day'), '2026-12-08');
  await expect.element(page.getByText('Checking…')).toBeVisible();
  await expect.element(clash).not.toBeInTheDocument();
  resolve();
  await expect.element(page.getByText('Checking…')).not.toBeInTheDocument();
  await expect.element(clash).not.toBeInTheDocument();
});
