import { roleReach as english } from './en/role-reach.ts';
import { pick } from './catalogue.ts';

export const roleReachTexts = pick('roleReach', english);
