import { registrationPasswordPattern, type RegistrationRole } from '@gurukul/contract/accounts';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { isPersonName } from '@gurukul/contract/shared/person/person-name';
import { accountsTexts } from '#web/texts/accounts.ts';
import { profileTexts } from '#web/texts/profile.ts';

const t = accountsTexts.signUp;

export interface SignUpFields {
  first_name: string;
  last_name: string;
  email_id: string;
  password: string;
  cpassword: string;
  role: RegistrationRole | '';
}

function nameFault(name: string, missing: string): string | null {
  if (!name.trim()) return missing;
  return isPersonName(name) ? null : profileTexts.edit.nameWrong;
}

function emailFault(email: string): string | null {
  if (!email) return t.emailRequired;
  return emailPattern.test(email) ? null : t.emailWrong;
}

function passwordFault(password: string): string | null {
  if (!password) return t.passwordRequired;
  return registrationPasswordPattern.test(password) ? null : t.passwordWeak;
}

function confirmFault(confirmed: string, password: string): string | null {
  if (!confirmed) return t.confirmRequired;
  return confirmed === password ? null : t.notSame;
}

/** What is wrong with each field; all of them are told. */
export const signUpRules = {
  first_name: (name: string) => nameFault(name, t.firstNameRequired),
  last_name: (name: string) => nameFault(name, t.lastNameRequired),
  email_id: (email: string) => emailFault(email.trim()),
  password: passwordFault,
  cpassword: (confirmed: string, { password }: SignUpFields) => confirmFault(confirmed, password),
  role: (role: string) => (role ? null : t.roleRequired),
};
