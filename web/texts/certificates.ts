import english from '@gurukul/contract/texts/certificates.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const certificatesTexts = await translated('certificates', english);
