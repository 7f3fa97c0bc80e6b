import type { AuditedField, Change } from '@gurukul/contract/audit';
import { tellsSomething } from './recorded.ts';
import type { Answers } from '#server/db/questions.ts';
import { nameOf } from './names.ts';
import type { KnownRow, Names, Value } from './names.ts';

/** An entry of the trail as it is shown. */
export interface ShownRow extends KnownRow {
  readonly id: number;
  readonly action: 'insert' | 'update' | 'delete';
  readonly course_id: number | null;
}

const mostFields = 50;
const mostThings = 6;
const longest = 200;

/** A value as people would write it; null when there is none. */
function written(column: string, value: Value | undefined, names: Names, isWhole: boolean): string | null {
  if (value === null || value === undefined || value === '') return null;
  const table = names.trail.namedIn[column];
  const called = table === undefined ? null : names.of(table, value);
  if (called !== null) return called;
  if (isAnswers(column, value) && Object.keys(value).length === 0) return null;
  const text = isAnswers(column, value)
    ? answersSaid(value, names)
    : typeof value === 'object'
      ? isTexts(value)
        ? value.join(', ')
        : JSON.stringify(value)
      : String(value);
  return text.length > longest && !isWhole ? `${text.slice(0, longest - 1)}…` : text;
}

const isTexts = (value: object): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isAnswers = (column: string, value: Value): value is Answers =>
  column === 'answers' && typeof value === 'object' && value !== null;

const answersSaid = (answers: Answers, names: Names): string =>
  Object.entries(answers)
    .map(([id, answer]) => `${names.of('questions', id) ?? id}: ${answer.replaceAll('\n', ', ')}`)
    .join('; ');

/** The columns of a row that the reader may not see. */
export type Withheld = (row: ShownRow, names: Names) => ReadonlySet<string>;

function fieldsOf(row: ShownRow, names: Names, withheld: ReadonlySet<string>): AuditedField[] {
  const { table_name: table, row_id, action, before, after } = row;
  const line = { table, row: row_id, name: nameOf(row, names), action };
  const { whole = [] } = names.trail.of(table);
  return Object.keys(after ?? before ?? {})
    .filter((column) => tellsSomething(names.trail, table, column) && !withheld.has(column))
    .map((field) => ({
      ...line,
      field,
      before: written(field, before?.[field], names, whole.includes(field)),
      after: written(field, after?.[field], names, whole.includes(field)),
    }))
    .filter((field) => field.before !== field.after);
}

/** The first columns that changed, in the order of their change. */
export function shownFields(rows: readonly ShownRow[], names: Names, withheld: Withheld): AuditedField[] {
  const fields: AuditedField[] = [];
  for (const row of rows) {
    if (fields.length >= mostFields) break;
    fields.push(...fieldsOf(row, names, withheld(row, names)));
  }
  return fields.slice(0, mostFields);
}

type Thing = Change['about'][number];

function thingsOf(row: ShownRow, names: Names): Thing[] {
  const { table_name: table, row_id, about_person_id: personId, course_id: courseId, before, after } = row;
  const known = { ...before, ...after };
  const named = (thing: Thing['thing'], id: Value | undefined, name: string | null): Thing[] =>
    name === null || (typeof id !== 'number' && typeof id !== 'string')
      ? []
      : [{ thing, id: String(id), name }];
  const ofClass = names.classOf(row);
  const { thing: own, name: hasName } = names.trail.of(table);
  const person =
    personId === null
      ? []
      : named(names.isStudent(personId) ? 'student' : 'colleague', personId, names.of('people', personId));
  return [
    ...(own === undefined || !(hasName !== undefined || personId !== null)
      ? []
      : named(own, row_id, nameOf(row, names))),
    ...person,
    ...named('event', known['event_id'], names.of('events', known['event_id'])),
    ...('class_id' in known
      ? named('class', known['class_id'], names.of('classes', known['class_id']))
      : ofClass === null
        ? []
        : named('class', ofClass.id, ofClass.name)),
    ...named('course', courseId, names.of('courses', courseId)),
  ];
}

/** The first few things that a change is about. Rows that it wrote itself come before their parents. */
export function shownThings(rows: readonly ShownRow[], names: Names): Thing[] {
  const things = new Map<string, Thing>();
  const all = rows.map((row) => thingsOf(row, names));
  const most = Math.max(0, ...all.map((list) => list.length));
  for (let place = 0; place < most; place += 1) {
    for (const list of all) {
      const thing = list[place];
      if (thing !== undefined) things.set(`${thing.thing} ${thing.id}`, thing);
      if (things.size === mostThings) return [...things.values()];
    }
  }
  return [...things.values()];
}
