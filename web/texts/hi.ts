import type { Texts } from './catalogue.ts';
import { en } from './en.ts';

export const hi: Texts = { ...en };
export const server: Readonly<Record<string, string>> = {};
