import type { AuditedField, Change } from '@gurukul/contract/audit';
import { isPortalRole } from '@gurukul/contract/shared/calls/roles';
import { spokenText } from '#web/lib/format/spoken-languages.ts';
import { formatDate, formatDateTime, formatList, formatZone } from '#web/lib/format/format.ts';
import { auditTexts } from '#web/texts/audit.ts';
import { texts } from '#web/texts/texts.ts';
import { valueText } from '#web/texts/values.ts';
import { subjects } from './subjects.ts';

const t = auditTexts;

const namesOf = (about: Change['about']) => [...new Set(about.map(({ name }) => name))];

/** The subjects of a change: first those that its sentence names, then the things they belong to. */
function subjectsOf({ call, about }: Change): { first: readonly string[]; others: readonly string[] } {
  const key = call ?? '';
  const things = subjects[key] ?? subjects[key.split('.')[0]!] ?? [];
  const thing = things.find((each) => about.some((one) => one.thing === each));
  const first = namesOf(thing ? about.filter((one) => one.thing === thing) : about.slice(0, 1));
  return { first, others: namesOf(about).filter((name) => !first.includes(name)) };
}

/** The names of the subjects of a change; '' if nothing that it wrote has a name. */
export const whatOf = (change: Change): string => formatList(subjectsOf(change).first);

/** Course, class and the like, which its sentence does not name. */
export const besidesOf = (change: Change): string => subjectsOf(change).others.join(', ');

export function whoOf({ by, by_key }: Change): string {
  if (by) return by.fullname;
  return by_key ? t.key({ name: by_key }) : t.portal;
}

type Sentences = Readonly<Record<string, (given: { readonly what: string }) => string>>;

/** "Priya Sharma deleted the student Asha Rao" */
export function sentenceOf(change: Change): string {
  const sentences: Sentences = t.did;
  const did = sentences[change.call ?? ''] ?? t.didOther;
  return t.sentence({ who: whoOf(change), what: did({ what: whatOf(change) || 'none' }) });
}

const labels: Readonly<Record<string, string>> = t.columns;

const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const day = /^\d{4}-\d\d-\d\d$/;
const number = /^\d+$/;
const isDayName = (value: string): value is keyof typeof texts.ui.days => value in texts.ui.days;
const roles: ReadonlySet<string> = new Set(['main_role', 'as_role', 'role']);

/** Values that other screens translate too. */
const kinds = {
  payment_status: 'payment',
  registration_status: 'registration',
  readers: 'readers',
} as const;
const isKind = (field: string): field is keyof typeof kinds => field in kinds;

/** Formatted texts lie in the rows as HTML; what they say is enough here. */
const plain = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function written(field: string, value: string | null): string {
  if (!value) return t.nothing;
  if (value === 'true') return t.yes;
  if (value === 'false') return t.no;
  if (day.test(value)) return formatDate(value);
  if (instant.test(value)) return formatDateTime(value);
  if (field === 'class_day' && isDayName(value)) return texts.ui.days[value];
  if (field === 'local_time') return value.slice(0, 5);
  if (field === 'time_zone') return formatZone(value);
  if (roles.has(field) && isPortalRole(value)) return texts.shell.roleLabels[value];
  // Notes are plain text.
  if (field === 'body') return value;
  if (field === 'language') return spokenText(value);
  return isKind(field) ? valueText(kinds[field], value) : plain(value) || t.nothing;
}

/** One column as people read it. */
export interface Detail {
  readonly id: string;
  /** The row, where it is not the one the sentence names. */
  readonly row: string;
  readonly label: string;
  readonly action: AuditedField['action'];
  readonly before: string;
  readonly after: string;
}

/** A number of another row says nothing; with a name it does. */
const isNumberOnly = ({ field, before, after }: AuditedField) =>
  field.endsWith('_id') && [before, after].every((value) => !value || number.test(value));

/** The columns that have a name among people, in the order in which they changed. */
export function detailsOf(change: Change): Detail[] {
  const what = subjectsOf(change).first;
  return change.fields.flatMap((field): Detail[] => {
    const label = labels[field.field];
    if (label === undefined || isNumberOnly(field)) return [];
    const row = !field.name || what.includes(field.name) ? '' : field.name;
    const { action } = field;
    const before = written(field.field, field.before);
    const after = written(field.field, field.after);
    return [{ id: `${field.table} ${field.row} ${field.field}`, row, label, action, before, after }];
  });
}

const dayMs = 86_400_000;

/** Whole days until the last moment; 0 on the last day. */
export const daysLeft = (until: string, now = Date.now()) =>
  Math.max(0, Math.floor((Date.parse(until) - now) / dayMs));

/** "Today", "Yesterday" or the date, on the viewer's calendar. */
export function dayOf(at: string, now = new Date()): string {
  const shown = formatDate(at);
  if (shown === formatDate(now.toISOString())) return t.today;
  return shown === formatDate(new Date(now.getTime() - dayMs).toISOString()) ? t.yesterday : shown;
}
