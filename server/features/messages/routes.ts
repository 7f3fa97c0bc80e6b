import type { messages } from '@gurukul/contract/messages';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import { tickReader, whatsappAddress } from './by-hand.ts';
import { endConsent, listConsents, recordConsent } from './consents.ts';
import {
  countMessages,
  countReaders,
  findMessage,
  listMessages,
  listOfPerson,
  listReaders,
} from './queries.ts';
import { cancelMessage, countLanguages, previewMessage, sendMessage, sendTest } from './send.ts';
import { deleteTemplate, listTemplates, saveTemplate } from './templates.ts';

const success = { status: 200, message: 'success' } as const;

export const messagesHandlers: Handlers<typeof messages> = {
  async preview_message(asked, ctx) {
    return { ...success, data: await previewMessage(ctx, asked) };
  },

  async send_message(asked, ctx) {
    return { ...success, data: await sendMessage(ctx, asked) };
  },

  async send_test(asked, ctx) {
    await sendTest(ctx, asked);
    return success;
  },

  async count_languages({ audience }, ctx) {
    return { ...success, data: await countLanguages(ctx, audience) };
  },

  async cancel_message({ message_id }, ctx) {
    return { ...success, data: { sent: await cancelMessage(ctx, message_id) } };
  },

  async get_messages({ class_id, page, pageSize }, { db, person }) {
    if (class_id !== null) await scope(db, person).class(null, class_id);
    const [data, total_count] = await Promise.all([
      listMessages(db, person, class_id, { page, pageSize }),
      countMessages(db, person, class_id),
    ]);
    return { ...success, data, total_count };
  },

  async get_message({ message_id, state, page, pageSize }, { db, person }) {
    const found = await findMessage(db, person, message_id);
    if (found === null) throw fail('not_found');
    const [readers, total_count] = await Promise.all([
      listReaders(db, message_id, state, { page, pageSize }),
      countReaders(db, message_id, state),
    ]);
    const { message: data, ...texts } = found;
    return { ...success, data, ...texts, readers, total_count };
  },

  async get_of_person({ user_id }, { db, person }) {
    await scope(db, person).student(user_id);
    return { ...success, data: await listOfPerson(db, person, user_id) };
  },

  async get_whatsapp({ message_id, user_id }, ctx) {
    return { ...success, data: { url: await whatsappAddress(ctx, message_id, user_id) } };
  },

  async tick_reader(asked, ctx) {
    await tickReader(ctx, asked);
    return success;
  },

  async get_consents({ user_id }, { db, person, config }) {
    await scope(db, person).student(user_id);
    const numbers = await listConsents(db, user_id);
    return { ...success, data: { is_on: config.whatsapp !== null, numbers } };
  },

  async record_consent(asked, ctx) {
    await recordConsent(ctx, asked);
    return success;
  },

  async end_consent(asked, ctx) {
    await endConsent(ctx, asked);
    return success;
  },

  async get_templates(_input, { db }) {
    return { ...success, data: await listTemplates(db) };
  },

  async save_template(wanted, ctx) {
    return { ...success, data: { template_id: await saveTemplate(ctx, wanted) } };
  },

  async delete_template({ template_id }, { db }) {
    await deleteTemplate(db, template_id);
    return success;
  },
};
