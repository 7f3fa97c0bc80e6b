import { nothing, plantedNumber } from '#server/test/planted-school.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { dayFromToday } from '#server/test/small-school.ts';
import { inputOf, checkedInput } from './sample.ts';
import type { Asker, SamplesOf } from './sample.ts';

const message = (o: Objects, word: string) => ({
  audience: { class_id: o.class },
  subject: `News ${word}`,
  body: '<p>Namaste {name}, see you at {next meeting}.</p>',
  language: 'en',
  versions: [{ language: 'te', subject: `News ${word}`, body: '<p>{name}</p>' }],
});

const template = (word: string) => ({
  name: `Text ${word}`,
  language: 'te',
  subject: 'Next week',
  body: '<p>Namaste {name}</p>',
});

export const messages: SamplesOf<'messages'> = {
  'messages.preview_message': inputOf((o, { word }) => ({
    ...message(o, word),
    at: { nine_on: dayFromToday(5) },
  })),
  'messages.send_message': checkedInput((o, { word }) => ({ ...message(o, word), change_id: 1 })),
  'messages.send_test': inputOf((o, { word }) => message(o, word)),
  'messages.count_languages': inputOf((o) => ({ audience: { class_id: o.class } })),
  'messages.cancel_message': inputOf((_, { extra: message_id }) => ({ message_id }), {
    async extra({ ask, word }, { own, far }) {
      const sent = async (o: Objects, by: Asker) =>
        (await ask('messages.send_message', message(o, `${word} to cancel`), by)).body.data.message_id;
      return { own: await sent(own, 'self'), far: await sent(far, 'stranger'), missing: nothing };
    },
  }),
  'messages.get_messages': inputOf((o) => ({ class_id: o.class, page: 1, pageSize: 10 })),
  'messages.get_message': inputOf((o) => ({ message_id: o.message, state: 'all', page: 1, pageSize: 10 })),
  'messages.get_of_person': inputOf((o) => ({ user_id: o.student })),
  'messages.get_whatsapp': inputOf((o) => ({ message_id: o.message, user_id: o.student })),
  'messages.tick_reader': inputOf((o) => ({ message_id: o.message, user_id: o.student, done: true })),
  'messages.get_consents': inputOf((o) => ({ user_id: o.student })),
  'messages.record_consent': inputOf((o) => ({
    user_id: o.student,
    holder_id: o.student,
    number: plantedNumber,
    how: 'paper_form',
  })),
  'messages.end_consent': inputOf(
    (o) => ({ user_id: o.student, holder_id: o.student, number: plantedNumber }),
    { mayBeIdle: true },
  ),
  'messages.save_template': inputOf((_, { word }) => template(word)),
  'messages.delete_template': inputOf((_, { extra: template_id }) => ({ template_id }), {
    async extra({ ask, word }) {
      const { template_id } = (await ask('messages.save_template', template(`${word} to delete`), 'self'))
        .body.data;
      return { own: template_id, far: nothing, missing: nothing };
    },
  }),
};
