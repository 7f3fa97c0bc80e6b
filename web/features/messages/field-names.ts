import { messageFields } from '@gurukul/contract/messages';
import { messagesTexts } from '#web/texts/messages.ts';

const withFields = (text: string, say: (name: string) => string): string =>
  text.replaceAll(/\{([^{}]*)\}/g, (whole, written: string) => {
    const name = written
      .replaceAll(/&nbsp;|\s+/g, ' ')
      .trim()
      .toLowerCase();
    const field = messageFields.find((one) => one === name);
    return field === undefined ? whole : say(messagesTexts.form.fieldNames[field]);
  });

/** A text with the name of each field in its place, as people read it who did not write it: {name} is [Name]. */
export const withFieldNames = (text: string): string => withFields(text, (name) => `[${name}]`);

/** A subject in plain words. The server has filled in class and course, where the message is about one. */
export const plainSubject = (subject: string): string =>
  withFields(subject, (name) => name.toLocaleLowerCase());
