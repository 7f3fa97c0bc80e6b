import english from '@gurukul/contract/texts/intake.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const intakeTexts = await translated('intake', english);
