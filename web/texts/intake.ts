import { intake as english } from './en/intake.ts';
import { pick } from './catalogue.ts';

export const intakeTexts = pick('intake', english);
