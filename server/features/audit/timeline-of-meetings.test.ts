import type { Change } from '@gurukul/contract/audit';
import type { CallName } from '@gurukul/contract/index';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { mondayIn } from '#server/test/planted-school.ts';
import { foundSchool, own } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const { gita, staff } = await foundSchool(db);
const add = office(db);

test('the timeline of a class has what became of its meetings, also of those that were put back', async () => {
  const classId = await add.class(gita.id, 'Dusk');
  const slot = await add.slot(gita.id, classId, 'monday', '18:00');
  await add.assign(gita.id, slot, staff.teach);
  const substitute = await add.person('Substitute', 'teacher');
  await add.associate(gita.id, substitute, 10);
  const [first, second, third] = [mondayIn(1), mondayIn(2), mondayIn(3)];
  const asked = {
    slot_id: slot,
    preview: false,
    tell: false,
    tell_reason: false,
    reason: '',
    allow_overlap: true,
  };
  const does = async (deed: CallName, input: object) =>
    expect(await call(deed, { ...asked, ...input }, { as: own })).toMatchObject({ status: 200 });
  await does('meetings.cancel_meeting', { on_date: first });
  await does('meetings.restore_meeting', { on_date: first });
  await does('meetings.move_meeting', { on_date: second, to_date: third, time: '09:00', duration: 60 });
  await does('meetings.add_meeting', { on_date: third, time: '10:00', duration: 60 });
  await does('meetings.change_teacher', { from: first, to: first, teacher_id: substitute });
  const { body } = await call('audit.get_timeline', { class_id: classId }, { as: own });
  expect(body.data.flatMap((change: Change) => change.call ?? [])).toEqual([
    'meetings.change_teacher',
    'meetings.add_meeting',
    'meetings.move_meeting',
    'meetings.restore_meeting',
    'meetings.cancel_meeting',
  ]);
});
