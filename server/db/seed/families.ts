import { addDays, instantAt, type Day } from './calendar.ts';
import type { Enrolment } from './enrolments.ts';
import { lands, plainLetters } from './names.ts';
import { randomFor } from './random.ts';
import type { draftStudents } from './students.ts';
import { numbered } from './table.ts';

type Child = ReturnType<typeof draftStudents>[number];

/** After all students. */
const firstGuardianId = 1601;
const grownUpAt = 16;
/** Families with one child at the provider. Those with two are as many as share a surname, up to this number too. */
const families = 8;

/** The youngest children of one surname and country are brothers and sisters; the others have a parent of their own. */
function childrenOf(students: readonly Child[], enrolments: readonly Enrolment[]) {
  const present = new Set(
    enrolments.filter(({ endedOn }) => endedOn === null).map(({ student }) => student.id),
  );
  const children = students.filter(({ id, age }) => present.has(id) && age !== null && age < grownUpAt);
  const homes = [
    ...Map.groupBy(children, ({ row, country }) => `${String(row['last_name'])} ${country}`).values(),
  ];
  return [
    ...homes
      .filter(({ length }) => length > 1)
      .map((home) => home.slice(0, 2))
      .slice(0, families),
    ...homes.filter(({ length }) => length === 1).slice(0, families),
  ];
}

/** Parents of some children. Every fourth family has a second guardian, who may not see. */
export function buildFamilies(students: readonly Child[], enrolments: readonly Enrolment[], today: Day) {
  const random = randomFor('families');
  const people: object[] = [];
  const guardians: object[] = [];
  for (const [index, home] of childrenOf(students, enrolments).entries()) {
    const [child] = home;
    if (!child) continue;
    const land = lands.find(({ country }) => country === child.country) ?? lands[0]!;
    const parents =
      index % 4 === 3 ? (['mother', 'father'] as const) : ([index % 2 ? 'father' : 'mother'] as const);
    for (const [place, relation] of parents.entries()) {
      const id = firstGuardianId + people.length;
      const first_name = random.pick(relation === 'mother' ? land.women : land.men);
      const came = instantAt(addDays(today, -random.between(30, 300)), random.between(240, 1000));
      people.push({
        ...child.row,
        id,
        email_id: `${plainLetters(first_name) || 'parent'}.${relation}${id}@example.org`,
        main_role: 'guardian',
        first_name,
        phone_number: land.phone.replaceAll('#', () => String(random.between(0, 9))),
        gender: relation === 'mother' ? 'female' : 'male',
        dob: null,
        student_level_status: null,
        registered_at: came,
        updated_at: came,
        deleted_at: null,
      });
      for (const { id: student_id } of home) {
        guardians.push({ student_id, guardian_id: id, relation, may_see: place === 0, pays: place === 0 });
      }
    }
  }
  return { people, guardians: numbered(guardians) };
}
