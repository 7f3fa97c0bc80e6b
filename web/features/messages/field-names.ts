import { isMessageField } from '@gurukul/contract/shared/message-fields';
import { messagesTexts } from '#web/texts/messages.ts';

/** Of an own question, its label. */
export const fieldName = (field: string): string =>
  isMessageField(field) ? messagesTexts.form.fieldNames[field] : field;

const withFields = (text: string, say: (name: string) => string): string =>
  text.replaceAll(/\{([^{}]*)\}/g, (whole, written: string) => {
    const name = written
      .replaceAll(/&nbsp;|\s+/g, ' ')
      .trim()
      .toLowerCase();
    return isMessageField(name) ? say(fieldName(name)) : whole;
  });

/** A text with the name of each field in its place, as people read it who did not write it: {name} is [Name]. */
export const withFieldNames = (text: string): string => withFields(text, (name) => `[${name}]`);

/** A subject in plain words. The server has filled in class and course, where the message is about one. */
export const plainSubject = (subject: string): string =>
  withFields(subject, (name) => name.toLocaleLowerCase());
