import english from '@gurukul/contract/texts/kept-rolls.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

/** What the frame of every page says of rolls that are kept on the device. */
export const keptRollsTexts = await translated('kept-rolls', english);
