import type english from '@gurukul/contract/texts/notifications.en.json';
import { translated } from '#server/texts.ts';

/** What a notification says, without any name of a person. `place`: a class. */
export const pushTexts = translated<typeof english>('notifications');
