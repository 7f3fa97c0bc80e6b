import { accounts } from '@gurukul/contract/accounts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAttempt } from '#web/calls/use-attempt.ts';
import { inLanguage } from '#web/texts/refusals.ts';
import { accountsTexts } from '#web/texts/accounts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';

/** A code is on its way. */
export interface CodeMail {
  readonly email: string;
  /** What the code belongs to; the code itself is in the mail alone. */
  readonly challenge: string;
  readonly digits: number;
}

const usualDigits = 4;

/** Has a code mailed; resolves with null when the address is unknown or the call failed, which is told. */
export function useCodeMail() {
  const { run, isPending } = useAttempt(accounts.forgetPassword_otp_send);

  const send = async (email: string): Promise<CodeMail | null> => {
    try {
      const answer = await run({ email_id: email });
      const { otp, digits = usualDigits } = answer;
      if (!otp) {
        toast.error(inLanguage(answer));
        return null;
      }
      toast.success(accountsTexts.forgot.sent);
      return { email, challenge: otp, digits };
    } catch (error) {
      toast.error(refusalOf(error));
      return null;
    }
  };

  return { send, isPending };
}
