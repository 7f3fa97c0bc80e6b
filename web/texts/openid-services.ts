import english from '@gurukul/contract/texts/openid-services.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const openidServicesTexts = await translated('openid-services', english);
