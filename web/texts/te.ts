import type { Texts } from './catalogue.ts';
import { en } from './en.ts';

export const te: Texts = { ...en };
export const server: Readonly<Record<string, string>> = {};
