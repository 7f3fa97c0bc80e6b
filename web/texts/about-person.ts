import { aboutPerson as english } from './en/about-person.ts';
import { pick } from './catalogue.ts';

export const aboutPersonTexts = pick('aboutPerson', english);
