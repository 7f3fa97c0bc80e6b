import { passwordPattern, registrationPasswordPattern } from '@gurukul/contract/accounts';
import { isCommon } from './common-passwords.ts';

/** The product's own words, which people would try first here. */
const productWords = ['gurukul'];
const shortestWord = 4;

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

const asLetters = (text: string) => text.replaceAll(/[@431!0$57]/g, (sign) => lookAlikes[sign] ?? sign);
const withoutEnds = (text: string) => text.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '');

/** The words a password may be built around, in their likely readings: Passw0rd!1 counts as `password`. */
function readingsOf(password: string): string[] {
  const small = password.toLowerCase();
  const core = withoutEnds(small);
  return [small, core, asLetters(core), withoutEnds(asLetters(small)), asLetters(small)];
}

const wordsOf = (emailId: string): string[] => {
  const [local = '', domain = ''] = emailId.toLowerCase().split('@');
  const site = domain.split('.').slice(0, -1).join('.');
  return `${local}.${site}`.split(/[^a-z]+/).filter((word) => word.length >= shortestWord);
};

/** True when somebody who knows the person's address would try the password early. */
function isEasy(password: string, emailId: string): boolean {
  const readings = readingsOf(password);
  if (readings.some(isCommon)) return true;
  const words = [...productWords, ...wordsOf(emailId)];
  return readings.some((reading) => words.some((word) => reading.includes(word)));
}

/** The refusal for a password chosen at sign-up, or null. */
export function registrationProblem(password: string, emailId: string) {
  if (!registrationPasswordPattern.test(password)) return 'registration_rule';
  return isEasy(password, emailId) ? 'easy_password' : null;
}

/** The refusal for a later password, or null. Passwords that sign-up accepts are accepted here too. */
export function newPasswordProblem(password: string, emailId: string) {
  const fits = passwordPattern.test(password) || registrationPasswordPattern.test(password);
  if (!fits) return 'password_rule';
  return isEasy(password, emailId) ? 'easy_password' : null;
}
