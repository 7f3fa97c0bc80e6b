import { accounts } from '@gurukul/contract/accounts';
import { isPortalRole } from '@gurukul/contract/shared/roles';
import { useRouter } from '@tanstack/react-router';
import { ApiError } from '#web/calls/errors.ts';
import { CannotSeal, useSealedAction } from '#web/calls/sealing.ts';
import { takePlace } from '#web/lib/left-behind.ts';
import { useNavigate } from '#web/lib/navigate.ts';
import { remembered } from '#web/lib/remembered.ts';
import { session } from '#web/lib/session.ts';
import { dashboardOf, paths } from '#web/paths.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

const t = accountsTexts.login;

export interface SignInFields {
  email_id: string;
  password: string;
  flag: '' | 'courseadmin' | 'teacher';
  remember: boolean;
}

/** Signs in by password or, where this browser is remembered, by its cookie. */
export function useSignIn() {
  const login = useSealedAction(accounts.login);
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

  const signIn = async ({ password, remember, ...fields }: SignInFields, byCookie: boolean) => {
    const email_id = fields.email_id.trim();
    try {
      const answer = await login.run(async (seal) => ({
        email_id,
        password: byCookie ? '' : await seal(password),
        flag: fields.flag,
        remember: remember ? 1 : 0,
      }));
      if (answer.message === 'failed' || !isPortalRole(answer.role)) {
        toast.error(t.noAccess);
        return 'failed';
      }
      if (remember) remembered.keep(email_id);
      else remembered.forget();
      session.start(answer);
      const place = takePlace();
      if (place) router.history.replace(place);
      else await navigate({ to: dashboardOf(answer.role), replace: true });
      return 'done';
    } catch (error) {
      return refused(error);
    }
  };

  return { signIn, prepare, isPending: login.isPending };
}
