import * as z from 'zod';
import { date, line, oneLine, personName, region } from '../fields.ts';
import { keyed } from '../keyed.ts';
import { emailOrNone, genders } from './person-fields.ts';
import { spokenLanguage } from './person-fields.ts';
import { code } from '../words/said.ts';
import { isTimeZone } from '../time-zones.ts';
import { wireDate } from '../wire.ts';

/* The fields of a person, each declared once. Rows, statements, answers, forms and the erasure follow from this table. */

/** What is true of a field. A field is a column of `people` of the same name. */
interface Field {
  /** As the office writes it. An empty text means that nothing is known. */
  readonly input: z.ZodType<string>;
  /** As it is stored while nothing is known. */
  readonly unknown: '' | null;
  /** Stored as a date. */
  readonly isDate?: true;
  /** In answers that show what is stored. */
  readonly shown: z.ZodType<string | null>;
  /** In answers for a form: empty when it is not known. */
  readonly form: z.ZodType<string>;
  /**
   * Who sees it. `lists`: also a teacher, in their lists. `page`: a teacher only on the page of the student. `home`: of a
   * student only the office, of a colleague only account admins and the colleague.
   */
  readonly seen: 'lists' | 'page' | 'home';
  /** What a teacher sees of a child: theirs, what stands there for a guardian, or nothing. */
  readonly ofChild: 'own' | 'guardian' | 'guardian_or_own' | 'nothing';
  /** Who reads My page of the student may propose another value there. */
  readonly corrected?: true;
  /** A merge of two people takes it together with others, as one thing of this name. */
  readonly mergedAs?: 'name' | 'address';
  /** An erasure leaves it, for this reason of `server/features/privacy/columns.ts`. Absent: an erasure empties it. */
  readonly stays?: 'region';
}

const orNothing = <S extends z.ZodType<string>>(schema: S) => z.union([z.literal(''), schema]);

const emptyText = <S extends z.ZodType<string>>(input: S) => ({
  input,
  unknown: '' as const,
  shown: z.string(),
  form: z.string(),
});
const nullText = <S extends z.ZodType<string>>(input: S) => ({
  input,
  unknown: null,
  shown: z.nullable(z.string()),
  form: z.string(),
});

const fields = {
  first_name: { ...emptyText(personName), seen: 'lists', ofChild: 'own', corrected: true, mergedAs: 'name' },
  last_name: {
    ...emptyText(orNothing(personName)),
    seen: 'lists',
    ofChild: 'own',
    corrected: true,
    mergedAs: 'name',
  },
  email_id: { ...emptyText(emailOrNone), seen: 'lists', ofChild: 'guardian_or_own' },
  phone_number: { ...nullText(line(40)), seen: 'lists', ofChild: 'guardian', corrected: true },
  gender: { ...nullText(orNothing(z.enum(genders))), seen: 'lists', ofChild: 'own' },
  dob: {
    input: z.union([z.literal(''), date], code('no_date')),
    unknown: null,
    isDate: true,
    shown: z.nullable(wireDate),
    form: z.union([wireDate, z.literal('')]),
    seen: 'page',
    ofChild: 'nothing',
    corrected: true,
  },
  address: { ...emptyText(line(300)), seen: 'home', ofChild: 'own', corrected: true, mergedAs: 'address' },
  address2: { ...emptyText(line(300)), seen: 'home', ofChild: 'own', mergedAs: 'address' },
  city: { ...emptyText(line(100)), seen: 'page', ofChild: 'nothing', corrected: true, mergedAs: 'address' },
  state: { ...emptyText(line(100)), seen: 'page', ofChild: 'nothing', mergedAs: 'address' },
  country: { ...emptyText(line(100)), seen: 'page', ofChild: 'own', stays: 'region', mergedAs: 'address' },
  region: { ...emptyText(orNothing(region)), seen: 'lists', ofChild: 'own', stays: 'region' },
  pincode: {
    ...emptyText(
      z
        .string()
        .trim()
        .max(12)
        .regex(/^[a-z\d -]*$/iu),
    ),
    seen: 'home',
    ofChild: 'own',
    corrected: true,
    mergedAs: 'address',
  },
  language: { ...nullText(orNothing(spokenLanguage)), seen: 'lists', ofChild: 'own' },
  /** IANA zone. Empty: the place says it, else the class, the country or the provider. */
  timezone: {
    ...emptyText(orNothing(z.string().max(60).regex(oneLine).refine(isTimeZone))),
    seen: 'lists',
    ofChild: 'own',
    stays: 'region',
  },
} as const satisfies Readonly<Record<string, Field>>;

/** The table, with the exact type of each entry. */
export type PersonFields = typeof fields;
export type PersonField = keyof PersonFields;

/** The table, whose entries all have the same type. */
export const person: Readonly<Record<PersonField, Field>> = fields;

// Its keys are those of the table. The compiler cannot follow this.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const personFieldNames = Object.keys(fields) as PersonField[];

type FactOfEach<Fact extends 'input' | 'shown' | 'form'> = {
  readonly [F in PersonField]: PersonFields[F][Fact];
};

/** Of every field its schema: as the office writes it, as answers show it, and as forms get it. */
export const personInput = keyed<FactOfEach<'input'>>(personFieldNames, (field) => fields[field].input);
export const shownFields = keyed<FactOfEach<'shown'>>(personFieldNames, (field) => fields[field].shown);
export const formFields = keyed<FactOfEach<'form'>>(personFieldNames, (field) => fields[field].form);

type SeenAs<Seen> = { [F in PersonField]: PersonFields[F]['seen'] extends Seen ? F : never }[PersonField];

const fieldsSeenAs = <Seen extends Field['seen']>(...seen: readonly Seen[]) =>
  personFieldNames.filter((field): field is SeenAs<Seen> => seen.some((one) => one === fields[field].seen));

/** The fields that are seen so, as a mask for `pick`, `omit` and `partial` of a schema. */
export const seenAs = <Seen extends Field['seen']>(...seen: readonly Seen[]) =>
  keyed<Record<SeenAs<Seen>, true>>(fieldsSeenAs(...seen), () => true);

/** Where somebody lives. */
export const homeFields = fieldsSeenAs('home');

export type CorrectedField = {
  [F in PersonField]: PersonFields[F] extends { corrected: true } ? F : never;
}[PersonField];
/** What My page shows to be corrected, in its order. */
export const correctedFields = personFieldNames.filter(
  (field): field is CorrectedField => person[field].corrected === true,
);

type MergedAs = {
  [F in PersonField]: PersonFields[F] extends { mergedAs: infer Name extends string } ? Name : F;
};
export type MergedPart = MergedAs[PersonField];
// Its name is in its row or is its own. The compiler cannot follow this.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const mergedAs = (field: PersonField) => (person[field].mergedAs ?? field) as MergedPart;
/** What a merge takes of one of the two, and of which fields it consists. */
export const mergedParts: ReadonlyMap<MergedPart, readonly PersonField[]> = Map.groupBy(
  personFieldNames,
  mergedAs,
);

/** The fields that lists of students do not show: the whole name is there. */
export const notInLists = { first_name: true, last_name: true, gender: true } as const;

export type ListedField = Exclude<SeenAs<'lists'>, keyof typeof notInLists>;
/** The others that lists of students have, also those of teachers. */
export const listedFields = fieldsSeenAs('lists').filter(
  (field): field is ListedField => !Object.hasOwn(notInLists, field),
);

/** The fields of which the profile of a colleague says nothing. */
export const notInProfiles = { address2: true, country: true, language: true, timezone: true } as const;
