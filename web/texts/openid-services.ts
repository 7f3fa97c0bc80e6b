import { openidServices as english } from './en/openid-services.ts';
import { pick } from './catalogue.ts';

export const openidServicesTexts = pick('openidServices', english);
