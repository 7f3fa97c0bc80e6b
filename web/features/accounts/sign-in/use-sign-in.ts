import { accounts, type LoginAnswer } from '@gurukul/contract/accounts';
import { passkeys } from '@gurukul/contract/passkeys';
import { isPortalRole } from '@gurukul/contract/shared/calls/roles';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, failureIn, refusalOf } from '#web/calls/errors.ts';
import { inLine } from '#web/calls/in-line.ts';
import { CannotSeal, useSealedAction } from '#web/calls/sealing.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { takePlace } from '#web/lib/address/left-behind.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { remembered } from '#web/lib/browser/remembered.ts';
import { session } from '#web/lib/session.ts';
import { dashboardOf, paths } from '#web/paths.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { loadAuthenticator } from '../../passkeys/can-use-passkeys.ts';

const t = accountsTexts.login;

export interface SignInFields {
  email_id: string;
  password: string;
  flag: '' | 'courseadmin' | 'teacher';
  remember: boolean;
}

/** Signs in by password, by a passkey or, where this browser is remembered, by its cookie. */
export function useSignIn() {
  const login = useSealedAction(accounts.login);
  const [isInLine, setInLine] = useState(false);
  const begin = useAttempt(passkeys.begin_sign_in);
  const byPasskey = useAttempt(passkeys.sign_in);
  const navigate = useNavigate();
  const router = useRouter();

  /** Fetches what stands behind the door: the frame of all pages, and what all dashboards are made of. */
  const prepare = async () => {
    const { pages } = await import('#web/signed-in.tsx');
    await pages.find(({ path }) => path === paths.teacherDashboard)?.importer();
  };

  const refused = (error: unknown): 'refused' | 'failed' => {
    toast.error(error instanceof CannotSeal ? error.message : t.invalidCredentials);
    return error instanceof ApiError && error.status === 401 ? 'refused' : 'failed';
  };

  /** Shows the portal to somebody who is in. `email`: remembered in this browser, unless it is empty. */
  const enter = async (answer: LoginAnswer, email: string): Promise<'done' | 'failed'> => {
    if (answer.message !== 'success' || !isPortalRole(answer.role)) {
      toast.error(t.noAccess);
      return 'failed';
    }
    if (email) remembered.keep(email);
    else remembered.forget();
    session.start(answer);
    const place = takePlace();
    if (place) router.history.replace(place);
    else await navigate({ to: dashboardOf(answer.role), replace: true });
    return 'done';
  };

  const signIn = async ({ password, remember, ...fields }: SignInFields, byCookie: boolean) => {
    const email_id = fields.email_id.trim();
    setInLine(true);
    try {
      const answer = await inLine(() =>
        login.run(async (seal) => ({
          email_id,
          password: byCookie ? '' : await seal(password),
          flag: fields.flag,
          remember: remember ? 1 : 0,
        })),
      );
      if (answer.message === 'second factor needed') return answer;
      return await enter(answer, remember ? email_id : '');
    } catch (error) {
      return refused(error);
    } finally {
      setInLine(false);
    }
  };

  const signInByPasskey = async (flag: SignInFields['flag']) => {
    try {
      const { signByPasskey } = await loadAuthenticator();
      const { options } = await begin.run({});
      const passkey = await signByPasskey(options).catch(() => null);
      if (passkey === null) {
        toast.error(accountsTexts.second.notUsed);
        return;
      }
      const answer = await byPasskey.run({ flag, passkey });
      if (answer.message === 'failed' && answer.code !== 'failed') toast.error(failureIn(answer));
      else await enter(answer, remembered.email);
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };

  return {
    signIn,
    signInByPasskey,
    enter,
    prepare,
    isPending: isInLine,
    isByPasskeyPending: begin.isPending || byPasskey.isPending,
  };
}
