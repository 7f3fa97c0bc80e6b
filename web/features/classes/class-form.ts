import { classDays, timeZoneNames, timeZones, usualDuration, type ClassRow } from '@gurukul/contract/classes';
import { isHttpsUrl } from '@gurukul/contract/shared/https-url';
import { withScheme } from '#web/lib/format/https-link.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { meetingsTexts } from '#web/texts/meetings.ts';
import { guessTimeZone } from './guess-time-zone.ts';

const t = classesTexts.dialog;

/** What the dialog is opened for: a new class, a slot to change, or one more slot of a class. */
export type Task =
  | { readonly kind: 'create'; readonly fields?: Partial<ClassFields> }
  | { readonly kind: 'edit'; readonly slot: ClassRow }
  | { readonly kind: 'addSlot'; readonly slot: ClassRow };

export interface ClassFields {
  class_name: string;
  /** '' while none is chosen, here and below. */
  class_day: string;
  time: string;
  time_zone: string;
  /** Minutes, as typed. */
  duration: string;
  /** Who is to teach it; nobody yet when ''. A slot that exists has its teacher changed elsewhere. */
  teacher_id: string;
  /** In which it is taught, by its English name; '' when nobody says. */
  language: string;
  /** Where the meetings are joined online; '' for none. */
  join_link: string;
  for_children: boolean;
}

const offered = <Name extends string>(names: readonly Name[], name: string) =>
  names.find((known) => known === name);

export function initialFields(task: Task): ClassFields {
  if (task.kind === 'edit') {
    const { class_name, language, class_day, time, time_zone, duration, join_link, for_children } = task.slot;
    return {
      for_children,
      class_name,
      language: language ?? '',
      class_day,
      time,
      time_zone: offered(timeZoneNames, time_zone) ?? '',
      duration: String(duration),
      teacher_id: '',
      join_link: join_link ?? '',
    };
  }
  const blank = {
    class_day: '',
    time: '',
    duration: String(usualDuration),
    teacher_id: '',
    join_link: '',
    for_children: task.kind === 'addSlot' && task.slot.for_children,
  };
  if (task.kind === 'create') {
    return { ...blank, class_name: '', language: '', time_zone: guessTimeZone(), ...task.fields };
  }
  const { class_name, language, time_zone, duration, join_link } = task.slot;
  return {
    ...blank,
    class_name,
    language: language ?? '',
    time_zone: offered(timeZoneNames, time_zone) ?? guessTimeZone(),
    duration: String(duration),
    join_link: join_link ?? '',
  };
}

/** The new class that an address asks for. */
export function taskAsked(asked: Readonly<Record<string, string>>): Task {
  const { name = '', day = '', time = '', zone = '', language = '', teacher = '' } = asked;
  const time_zone = timeZoneNames.find((each) => timeZones[each] === zone);
  return {
    kind: 'create',
    fields: {
      class_name: name,
      class_day: day,
      time,
      language,
      teacher_id: teacher,
      ...(time_zone && { time_zone }),
    },
  };
}

export interface Fault {
  readonly field: keyof ClassFields;
  readonly text: string;
}

const isDuration = (text: string) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= 5 && Number(text) <= 720;

const linkOf = ({ join_link }: Pick<ClassFields, 'join_link'>) => withScheme(join_link.trim());

/** The first thing that is missing, since people are told one thing at a time. */
export function findFault(fields: ClassFields): Fault | null {
  const { class_name, class_day, time, time_zone, duration } = fields;
  const link = linkOf(fields);
  if (!class_name.trim()) return { field: 'class_name', text: t.nameMissing };
  if (!class_day) return { field: 'class_day', text: t.dayMissing };
  if (!time) return { field: 'time', text: t.timeMissing };
  if (!time_zone) return { field: 'time_zone', text: t.zoneMissing };
  if (!isDuration(duration)) return { field: 'duration', text: t.durationWrong };
  if (link !== '' && !isHttpsUrl(link)) return { field: 'join_link', text: meetingsTexts.join.wrong };
  return null;
}

/** The slot as the calls take it; null while something is missing. */
export function slotFrom(fields: ClassFields) {
  const class_day = offered(classDays, fields.class_day);
  const time_zone = offered(timeZoneNames, fields.time_zone);
  if (!class_day || !time_zone) return null;
  return {
    class_name: fields.class_name.trim(),
    language: fields.language || null,
    class_day,
    time: fields.time,
    time_zone,
    duration: Number(fields.duration),
    join_link: linkOf(fields),
  };
}

type Slot = NonNullable<ReturnType<typeof slotFrom>>;

/** What students have to know of a changed slot. Null: nothing that concerns them. */
export function newsOf(before: ClassRow, after: Slot): 'times' | 'link' | null {
  const { class_day, time, time_zone, duration, join_link } = after;
  if (class_day !== before.class_day || time !== before.time || time_zone !== before.time_zone)
    return 'times';
  if (duration !== before.duration) return 'times';
  return join_link !== '' && join_link !== before.join_link ? 'link' : null;
}
