import { refused } from '#server/http/answers/problem.ts';
import { said } from '@gurukul/contract/shared/words/messages';
import { randomUUID } from 'node:crypto';
import { isMac, macOf } from '#server/derived-key.ts';
import type { accounts } from '@gurukul/contract/accounts';
import sql from 'sql-template-tag';
import { run } from '../../db/rows.ts';
import { originOf } from '../../http/identity/device.ts';
import type { Handlers } from '../../http/handlers.ts';
import { networkOf } from '../../http/limits/network.ts';
import { addressFrom } from '../../http/requests/require-https.ts';
import { recordSecurity } from '#server/security-log/record.ts';
import { hashSecret, newCode, newSecret } from '#server/secrets.ts';
import { budgetKeys } from './budget-keys.ts';
import { knownBrowserOf, rememberBrowser } from './known-browser.ts';
import { enqueueOrPretend } from './mail-or-pretence.ts';
import { newPasswordProblem } from './password-rules.ts';
import { hashPassword } from './password.ts';
import { clearRemembered } from './remember.ts';
import { maySayUnknown, mayMailCode, releaseCodes, takeGuess } from './reset-budgets.ts';
import {
  consumeChallenge,
  consumeGrant,
  endChallenges,
  findResettable,
  insertChallenge,
  insertGrant,
  isGrantOpen,
  lockGrantee,
  reserveAttempt,
  setHash,
} from './reset-queries.ts';
import { afterNewPassword, endOpened, tellOfKeysLeft } from './set-password.ts';

type ResetCalls =
  | 'forgetPassword_otp_send'
  | 'forgetPassword_otp_verify'
  | 'changepassword_otp'
  | 'release_codes';

export const resetHandlers: Pick<Handlers<typeof accounts>, ResetCalls> = {
  /** Neither the answer (except for a few an hour) nor its time tells whether the address has an account. */
  async forgetPassword_otp_send({ email_id }, { db, config, mail, request }) {
    const { limits, secretKey } = config;
    const origin = await originOf(db, request, secretKey);
    const account = await findResettable(db, email_id);
    request.accountId = account?.id ?? null;
    const saysUnknown =
      !config.enumerationStrict && (await maySayUnknown(db, limits, origin, account === null));
    if (account === null && saysUnknown) {
      return { status: 200, ...said('unknown_email') };
    }

    const browser = await knownBrowserOf(db, request, secretKey, account?.id ?? null);
    const keys = budgetKeys(email_id, account, browser, origin.network);
    const mayMail = await mayMailCode(db, limits, keys, origin.network);
    // Without a mail nobody can know the code, so it is a decoy's, and earlier mails stay valid.
    const recipient = mayMail ? account : null;
    const personId = recipient?.id ?? null;
    const [challenge, code, grant] = [newSecret('c_'), newCode(config.otpDigits), newSecret('g_')];
    await endChallenges(db, personId);
    await insertChallenge(db, {
      challengeHash: hashSecret(challenge),
      personId,
      emailId: email_id,
      codeHmac: macOf(secretKey, codePurpose, codeText(challenge, code)),
    });
    await insertGrant(db, hashSecret(grant), personId);
    await enqueueOrPretend(db, mail, recipient?.email_id ?? null, (to) => ({
      kind: 'reset_code',
      to,
      dedupeKey: `reset_code:${randomUUID()}`,
      data: { email: to, code, grant },
    }));
    // For unknown addresses too, so that the time is the same.
    if (mayMail) {
      const from = addressFrom(request);
      await recordSecurity(db, { kind: 'reset_asked', personId: null, aboutId: personId, from });
    }
    return {
      status: 200,
      ...said('otp_sent'),
      otp: challenge,
      digits: config.otpDigits,
    };
  },

  async forgetPassword_otp_verify({ email_id, otp, code }, { db, config, request }) {
    const wrong = refused('wrong_otp');
    // What cannot be a code takes no try.
    if (code.length !== config.otpDigits) return wrong;
    const challenge = await reserveAttempt(db, hashSecret(otp), email_id);
    request.accountId = challenge?.person_id ?? null;
    if (challenge === null) return wrong;

    const personId = challenge.person_id;
    const account = personId === null ? null : { id: personId };
    const browser = await knownBrowserOf(db, request, config.secretKey, personId);
    const keys = budgetKeys(email_id, account, browser, networkOf(request.ip));
    const guess = await takeGuess(db, config.limits, { keys, isDecoy: account === null });
    if (guess === null) return wrong;
    const isRight = isMac(config.secretKey, codePurpose, codeText(otp, code), challenge.code_hmac);
    if (!isRight || personId === null) return wrong;

    await guess.giveBack();
    await consumeChallenge(db, challenge.id);
    const grant = newSecret('g_');
    await insertGrant(db, hashSecret(grant), personId);
    return { status: 200, message: 'success', otp: grant };
  },

  async changepassword_otp({ email_id, new_password, otp }, { db, config, mail, request, reply }) {
    const grantHash = hashSecret(otp);
    const person = await lockGrantee(db, grantHash, email_id);
    request.accountId = person?.id ?? null;
    if (person === null || !(await isGrantOpen(db, grantHash))) return refused('grant_expired');
    const problem = newPasswordProblem(new_password, person.email_id);
    if (problem !== null) return refused(problem);

    const { key, isKnown } = await originOf(db, request, config.secretKey);
    const hash = await hashPassword(new_password, config.limits, { key, isKnown });
    if (!(await consumeGrant(db, grantHash))) return refused('grant_expired');
    await setHash(db, person.id, hash);
    await afterNewPassword(db, mail, person);
    await endOpened(db, person.id, {});
    await tellOfKeysLeft(db, mail, person);
    // A person with access to the mailbox is the owner, so a lock that strangers caused does not apply here.
    await rememberBrowser(db, request, reply, config.secretKey, person.id);
    await recordSecurity(db, {
      kind: 'password_changed',
      personId: person.id,
      from: addressFrom(request),
      facts: { by: 'reset' },
    });
    clearRemembered(request, reply);
    return { status: 200, message: 'success' };
  },

  async release_codes(_input, { db, person, requestId }) {
    if (await releaseCodes(db)) {
      await run(
        db,
        sql`
          insert into audit_entries (change_id, person_id, call, request_id, table_name, row_id, action)
          values (current_change(), ${person.id}, 'accounts.release_codes', ${requestId}, 'rate_limits', 'codes-paused',
            'delete')
        `,
      );
    }
    return { status: 200, message: 'success' };
  },
};

/** Ten thousand codes are quickly guessed from a plain hash. The key of the HMAC is not in the database. */
const codePurpose = 'reset code';
const codeText = (challenge: string, code: string) => `${challenge}:${code}`;
