import { dictionary } from '@zxcvbn-ts/language-common';

/** The list is ordered by how often a password is found in leaks. */
const mostUsed = dictionary['passwords-common'].slice(0, 10_000);

// What is tried first where this provider's people live, and rarely leaks elsewhere.
const nearby = `
  india bharat mumbai delhi hyderabad bangalore chennai kolkata ganesh ganesha krishna hanuman lakshmi saraswati
  shiva rama srirama jaisriram omnamah namaste teacher student school college course class office staff company
`;

// Digits and signs around a word, and signs in place of letters, are taken off before looking here.
const common: ReadonlySet<string> = new Set([...mostUsed, ...nearby.trim().split(/\s+/)]);

/** Whether this, in small letters, is among the passwords tried first. */
export const isCommon = (text: string): boolean => common.has(text);
