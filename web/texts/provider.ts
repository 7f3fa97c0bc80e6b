import { provider as english } from './en/provider.ts';
import { pick } from './catalogue.ts';

export const providerTexts = pick('provider', english);
