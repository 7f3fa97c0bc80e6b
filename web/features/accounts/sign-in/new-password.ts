import { passwordPattern, registrationPasswordPattern } from '@gurukul/contract/accounts';

/** What a new password may be on the change and reset pages: what signing up allows is allowed here too. */
export const isGoodPassword = (password: string) =>
  passwordPattern.test(password) || registrationPasswordPattern.test(password);
