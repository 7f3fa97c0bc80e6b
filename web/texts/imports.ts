import { imports as english } from './en/imports.ts';
import { pick } from './catalogue.ts';

export const importsTexts = pick('imports', english);
