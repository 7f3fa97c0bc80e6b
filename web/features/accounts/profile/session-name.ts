import type { OpenSession } from '@gurukul/contract/accounts';
import { sessionsTexts } from '#web/texts/sessions.ts';

/** Browser and system, as far as they are known. */
export const nameOf = ({ browser, system }: Pick<OpenSession, 'browser' | 'system'>) =>
  browser && system ? sessionsTexts.on({ browser, system }) : browser || system || sessionsTexts.unknown;
