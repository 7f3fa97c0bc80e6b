import type { ReminderMailData } from '../reminders.ts';
import { textsIn } from '../texts.ts';
import type { Fact, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { momentIn, spanIn, spansOf, zoneOf } from './event-times.ts';
import { listIn } from './money.ts';
import { inLine } from '../../../plain.ts';
import { safeLink } from './safe-link.ts';

const longestInSubject = 80;

/** Reminds the readers of a mailbox of a meeting or an event. */
export function reminderMail(data: ReminderMailData, { language, myPage }: Occasion): MailContent {
  const texts = textsIn(language);
  const words = texts.reminder;
  const { event_id, names, title, course_name, teacher_name, starts_at, ends_at, place = '' } = data;
  const isEvent = event_id !== null;
  const zone = zoneOf(data.timezone);
  const when = spanIn(language, zone, starts_at, ends_at);
  const link = data.join_link === null ? null : safeLink(data.join_link);
  const facts: Fact[] = [
    ...spansOf(language, zone, data.zone ?? zone, starts_at, ends_at),
    [isEvent ? words.event : words.class, title],
    ...(course_name === '' ? [] : [[words.course, course_name] as const]),
    ...(place === '' ? [] : [[texts.event.place, place] as const]),
    ...(teacher_name === null ? [] : [[words.teacher, teacher_name] as const]),
    [words.for, listIn(language, names)],
  ];
  return {
    subject: words.subject({
      name: inLine(title, longestInSubject),
      when: momentIn(language, zone, starts_at),
    }),
    preview: when,
    parts: [
      text(names.length === 1 ? texts.event.greeting({ student: names[0]! }) : texts.greeting),
      text(isEvent ? words.ofEvent : words.ofMeeting),
      { kind: 'facts', facts },
      ...(link === null ? [] : [{ kind: 'button', label: words.join, url: link } as const]),
      ...(myPage === undefined || isEvent ? [] : [note(words.cannotCome)]),
    ],
  };
}
