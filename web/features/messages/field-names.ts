import { messageFields } from '@gurukul/contract/messages';
import { messagesTexts } from '#web/texts/messages.ts';

/** A text with the name of each field in its place, as people read it who did not write it: {name} is [Name]. */
export const withFieldNames = (text: string): string =>
  text.replaceAll(/\{([^{}]*)\}/g, (whole, written: string) => {
    const name = written
      .replaceAll(/&nbsp;|\s+/g, ' ')
      .trim()
      .toLowerCase();
    const field = messageFields.find((one) => one === name);
    return field === undefined ? whole : `[${messagesTexts.form.fieldNames[field]}]`;
  });
