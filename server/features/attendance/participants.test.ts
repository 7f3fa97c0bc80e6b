import type { MatchedParticipant } from '@gurukul/contract/attendance';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { many, run } from '#server/test/rows.ts';
import { addEnrolment, dayFromToday, foundSchool, teach } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const { gita, staff, students } = await foundSchool(db);
const add = office(db);

const person = async (name: string, email: string, course = gita.id, group = gita.morning) => {
  const [first = '', ...last] = name.split(' ');
  const [{ id } = { id: 0 }] = await many<{ id: number }>(db)`
    insert into people (email_id, first_name, last_name, main_role)
    values (${email}, ${first}, ${last.join(' ')}, 'student') returning id
  `;
  await addEnrolment(db, { student: id, course, class: group });
  return id;
};
const asha = await person('Asha Rao', 'mother.rao@home.test');
const vihaan = await person('Vihaan Rao', 'mother.rao@home.test');
const twin = await person('Ravi Kumar', 'ravi1@home.test');
const namesake = await person('Ravi Kumar', 'ravi2@home.test');
const lakshmi = await person('లక్ష్మి దేవి', 'lakshmi@home.test');
await run(db)`update people set first_name = 'Guru', last_name = 'Das' where id = ${staff.teach}`;
await run(db)`
  insert into contacts (person_id, kind, value) values (${lakshmi}, 'email', 'lakshmi.work@firm.test')
`;
void add;

const place = { course_id: gita.id, class_id: gita.morning, attendance_date: dayFromToday(-1) };
const ask = (participants: readonly object[], as = teach) =>
  call('attendance.match_participants', { ...place, participants }, { as });
const matched = async (name: string, email = ''): Promise<[string, ...number[]]> => {
  const { body } = await ask([{ name, email }]);
  const [{ outcome, student_ids } = { outcome: 'none', student_ids: [] }] = body.data as MatchedParticipant[];
  return [outcome, ...student_ids.toSorted((a, b) => a - b)];
};
const save = (display_names: readonly object[], as = teach) =>
  call(
    'attendance.save_roll',
    {
      ...place,
      marks: [{ student_id: asha, attendance_status: 'present', seen: null }],
      display_names,
    },
    { as },
  );

beforeEach(async () => {
  for (const table of ['display_names', 'attendance', 'attendance_registers'])
    await db.query(`delete from ${table}`);
});

describe('a participant is certain', () => {
  it('by an address of one student, also a second one, in any case', async () => {
    expect(await matched('iPad', 'RAVI2@home.test')).toEqual(['student', namesake]);
    expect(await matched('iPad', 'lakshmi.work@firm.test')).toEqual(['student', lakshmi]);
  });

  it('by the exact name of one student, in any order and script', async () => {
    expect(await matched('rao  asha')).toEqual(['student', asha]);
    expect(await matched('లక్ష్మి దేవి')).toEqual(['student', lakshmi]);
  });

  it('by a name that somebody has explained before', async () => {
    expect(await matched('Lakshmi’s iPad')).toEqual(['ask']);
    expect((await save([{ student_id: lakshmi, name: 'Lakshmi’s iPad' }])).status).toBe(200);
    expect(await matched('lakshmi’s  ipad')).toEqual(['student', lakshmi]);
  });

  it('as staff by address or name', async () => {
    expect(await matched('Guru Das')).toEqual(['staff']);
    expect(await matched('Laptop', 'teach@office.test')).toEqual(['staff']);
  });
});

describe('a participant is a question', () => {
  it('with a name of two, or an address of two', async () => {
    expect(await matched('Ravi Kumar')).toEqual(['ask', twin, namesake]);
    expect(await matched('Asha Rao', 'mother.rao@home.test')).toEqual(['ask', asha, vihaan]);
  });

  it('when two children are in front of one device, also after the first answer', async () => {
    await save([
      { student_id: asha, name: 'Rao family' },
      { student_id: vihaan, name: 'Rao family' },
    ]);
    expect(await matched('Rao family')).toEqual(['ask', asha, vihaan]);
  });

  it('when address and name contradict each other', async () => {
    expect(await matched('Asha Rao', 'ravi1@home.test')).toEqual(['ask', asha, twin]);
  });

  it('when only a part fits, or nothing', async () => {
    expect(await matched('Asha')).toEqual(['ask', asha]);
    expect(await matched('iPhone')).toEqual(['ask']);
    // Esha is in another course.
    expect(await matched('Esha', 'esha@office.test')).toEqual(['ask']);
  });
});

it('nobody is taken for somebody else by what meetings write', async () => {
  const class_id = gita.evening;
  const of = new Map<string, number>();
  const names = [
    'Meera Iyer',
    'José García',
    'T. V. Ramana Murthy',
    'लक्ष्मी शर्मा',
    'వెంకట రావు',
    'Lakshmi Narasimhan',
  ];
  for (const [n, name] of [
    ...names,
    'Ravi Kumar',
    'Aarav Rao',
    'Anaya Rao',
    'Kamala Das',
    'Kamal Das',
    'முருகன் S',
  ].entries()) {
    of.set(name, await person(name, `meeting${n}@home.test`, gita.id, class_id));
  }
  const second = await person('Ravi Kumar', 'meeting.other@home.test', gita.id, class_id);
  const ids = (...all: string[]) => all.map((name) => of.get(name));
  /** Who is certain, and whom a question proposes first. */
  const certain: readonly (readonly [string, string])[] = [
    ['Meera (Meera Iyer)', 'Meera Iyer'],
    ['Meera Iyer (iPhone)', 'Meera Iyer'],
    ['Meera Iyer (Galaxy Tab)', 'Meera Iyer'],
    ['Meera Iyer (she/her)', 'Meera Iyer'],
    ['Iyer, Meera', 'Meera Iyer'],
    ['Ms. Meera Iyer', 'Meera Iyer'],
    ['Jose Garcia (He/Him/His)', 'José García'],
    ['GARCIA Jose', 'José García'],
    ['TV Ramana Murthy', 'T. V. Ramana Murthy'],
    ['T V Ramana Murthy (Guest)', 'T. V. Ramana Murthy'],
    ['Smt. Lakshmi Narasimhan garu', 'Lakshmi Narasimhan'],
    ['Dr. (Mrs.) Lakshmi Narasimhan', 'Lakshmi Narasimhan'],
    ['लक्ष्मी शर्मा', 'लक्ष्मी शर्मा'],
    ['Sharma (लक्ष्मी शर्मा)', 'लक्ष्मी शर्मा'],
    ['శ్రీ వెంకట రావు గారు', 'వెంకట రావు'],
    ['Kamala Das', 'Kamala Das'],
  ];
  const asked: readonly (readonly [string, ...string[]])[] = [
    ['Lakshmi Sharma', 'लक्ष्मी शर्मा'],
    ['Laxmi Sharma (iPad)', 'लक्ष्मी शर्मा'],
    ['Sharma Lakshmi', 'लक्ष्मी शर्मा'],
    ['Venkata Rao', 'వెంకట రావు'],
    ['Rao, Venkata', 'వెంకట రావు'],
    ['venkatarao', 'వెంకట రావు'],
    ['Meera Aiyer', 'Meera Iyer'],
    ['Mira Iyer', 'Meera Iyer'],
    ['Ramana Moorthy', 'T. V. Ramana Murthy'],
    ['Meera', 'Meera Iyer'],
    ['Meera Iyer (mother)', 'Meera Iyer'],
    ['Meera Iyer (Jose Garcia)', 'Meera Iyer', 'José García'],
    ['Ravi Kumar', 'Ravi Kumar'],
    ['Ravi Kumar (iPhone)', 'Ravi Kumar'],
    ['Aarav & Anaya Rao', 'Anaya Rao', 'Aarav Rao'],
    ['Aarav and Anaya Rao', 'Anaya Rao', 'Aarav Rao'],
    ['Aarav Rao + Anaya Rao', 'Aarav Rao', 'Anaya Rao'],
    ['Aarav / Anaya', 'Aarav Rao', 'Anaya Rao'],
    ['Kamla Das', 'Kamala Das', 'Kamal Das'],
    ['iPhone', ''],
    ['Visitor Smith', ''],
    ['(she/her)', ''],
  ];
  const { body } = await call(
    'attendance.match_participants',
    { ...place, class_id, participants: [...certain, ...asked].map(([name]) => ({ name })) },
    { as: 'own@office.test' },
  );
  const data = body.data as MatchedParticipant[];
  const answers = [...certain, ...asked].map(([name], n) => [name, data[n]!.outcome]);
  expect(answers).toEqual([
    ...certain.map(([name]) => [name, 'student']),
    ...asked.map(([name]) => [name, 'ask']),
  ]);
  for (const [n, [name, student]] of certain.entries()) {
    expect([name, ...data[n]!.student_ids]).toEqual([name, of.get(student)]);
  }
  for (const [n, [name, ...meant]] of asked.entries()) {
    const proposed = data[certain.length + n]!.student_ids;
    for (const id of ids(...meant.filter(Boolean)))
      expect([name, proposed]).toEqual([name, expect.arrayContaining([id])]);
    if (meant[0] === '') expect([name, ...proposed]).toEqual([name]);
    else expect([...ids(...meant), ...(name.startsWith('Ravi') ? [second] : [])]).toContain(proposed[0]);
  }
  expect(data[certain.length + asked.findIndex(([name]) => name === 'Ravi Kumar')]!.student_ids).toContain(
    second,
  );
});

describe('what somebody has explained', () => {
  const learned = () =>
    many<{ student_id: number; name: string }>(db)`select student_id, name from display_names`;

  it('is taken back with the roll', async () => {
    const saved = await save([{ student_id: lakshmi, name: 'iPad 7' }]);
    expect(await learned()).toHaveLength(1);
    const change_id = Number(saved.headers['change-id']);
    expect((await call('audit.undo_change', { change_id }, { as: teach })).status).toBe(200);
    expect(await learned()).toEqual([]);
  });

  it('is kept once, and only for students of the class', async () => {
    await save([{ student_id: lakshmi, name: 'iPad 7' }]);
    await call(
      'attendance.save_roll',
      {
        ...place,
        marks: [{ student_id: asha, attendance_status: 'absent', seen: 'present' }],
        display_names: [{ student_id: lakshmi, name: 'IPAD 7' }],
      },
      { as: teach },
    );
    expect(await learned()).toHaveLength(1);
    expect((await save([{ student_id: students.esha, name: 'iPad 8' }])).status).toBe(409);
    expect(await learned()).toHaveLength(1);
  });
});

it('may be a thousand', async () => {
  const one = { name: 'Asha Rao' };
  expect((await ask(Array.from({ length: 1001 }, () => one))).status).toBe(400);
  const many1000 = await ask(
    Array.from({ length: 1000 }, (_, n) => ({ name: `Guest ${n}`, email: `g${n}@x.test` })),
  );
  expect(many1000.body.data).toHaveLength(1000);
});
