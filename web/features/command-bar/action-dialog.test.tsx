import type { Meeting } from '@gurukul/contract/meetings';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#web/calls/query-client.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { ActionDialog } from './action-dialog.tsx';

const inDays = (days: number): Meeting => {
  const at = new Date(Date.now() + days * 86_400_000).toISOString();
  return {
    course_id: 3,
    course_name: 'Gita',
    class_id: 4,
    class_name: 'Morning',
    slot_id: 5,
    on_date: at.slice(0, 10),
    held_on: at.slice(0, 10),
    starts_at: at,
    ends_at: new Date(Date.parse(at) + 3_600_000).toISOString(),
    zone: 'Asia/Kolkata',
    state: 'planned',
    reason: '',
    teacher_id: 1,
    teacher_name: 'Asha Rao',
    teacher_zone: 'Asia/Kolkata',
    is_covered: false,
    has_roll: false,
    join_link: null,
    recording_link: null,
  };
};

const isOf = ({ on_date }: Meeting, asked: unknown) => (asked as { on_date: string }).on_date === on_date;

test('the dialog of the next meeting stays with that meeting when somebody else cancels it', async () => {
  session.start({ token: 's_x', user_id: 1, role: 'admin', mainrole: 'admin' });
  const [next, later] = [inDays(1), inDays(4)];
  let [read, isCanceled] = [0, false];
  const asked: unknown[] = [];
  globalThis.fetch = async (url, request) => {
    if (String(url).endsWith('/meetings/cancel_meeting')) asked.push(JSON.parse(String(request?.body)));
    if (!String(url).endsWith('/meetings/get_meetings'))
      return Response.json({ status: 404 }, { status: 404 });
    read += 1;
    return Response.json({
      status: 200,
      message: 'success',
      data: [isCanceled ? { ...next, state: 'canceled' } : next, later],
    });
  };
  openAt('/start', { $: () => <ActionDialog name="cancel-class" search={{ of: '4' }} /> });
  const title = (meeting: Meeting) =>
    page.getByRole('heading', { name: new RegExp(formatDate(meeting.starts_at)) });
  await expect.element(title(next)).toBeVisible();
  isCanceled = true;
  await queryClient.invalidateQueries();
  expect(read).toBeGreaterThan(1);
  await userEvent.fill(page.getByLabelText('Reason'), 'A storm');
  await userEvent.click(page.getByRole('button', { name: 'Cancel meeting' }));
  await expect.poll(() => asked).toContainEqual(expect.objectContaining({ reason: 'A storm' }));
  expect(asked.filter((one) => !isOf(next, one))).toEqual([]);
});
