import { dictionary } from '@zxcvbn-ts/language-common';

/** In the order of how often a password appears in leaks. */
const mostUsed = dictionary['passwords-common'].slice(0, 10_000);

// Passwords that people try first where this provider's people live, and that rarely leak elsewhere.
const nearby = `
  india bharat mumbai delhi hyderabad bangalore chennai kolkata ganesh ganesha krishna hanuman lakshmi saraswati
  shiva rama srirama jaisriram omnamah namaste teacher student school college course class office staff company
`;

// Callers first remove digits and signs around the word, and replace signs by letters.
const common: ReadonlySet<string> = new Set([...mostUsed, ...nearby.trim().split(/\s+/)]);

/** True when the text, in lower case, is among the passwords tried first. */
export const isCommon = (text: string): boolean => common.has(text);
