import { accounts } from '@gurukul/contract/accounts';
import { useForm } from '@mantine/form';
import { failureIn, refusalOf } from '#web/calls/errors.ts';
import { useSealedAction } from '#web/calls/sealing.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { remembered } from '#web/lib/browser/remembered.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { profileTexts } from '#web/texts/profile.ts';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { AlsoEnded, useAlsoEnded } from '../profile/also-ended.tsx';
import classes from './change-password-page.module.css';
import { isGoodPassword } from './new-password.ts';
import { Cancel } from '#web/ui/feedback/dialog-foot.tsx';

const t = profileTexts.change;

interface Fields {
  old: string;
  password: string;
  confirm: string;
}

function findFaults({ old, password, confirm }: Fields): Partial<Fields> {
  const missing = Object.entries({ old, password, confirm }).filter(([, value]) => !value);
  if (missing.length > 0) return Object.fromEntries(missing.map(([name]) => [name, t.allFields]));
  if (password !== confirm) return { confirm: t.notSame };
  return isGoodPassword(password) ? {} : { password: t.weak };
}

/** One toast, however many fields are empty. */
const tell = (faults: Readonly<Record<string, unknown>>) => {
  const [text] = Object.values(faults);
  if (typeof text === 'string') toast.error(text, 'changePassword');
};

export function ChangePasswordPage() {
  const navigate = useNavigate();
  const change = useSealedAction(accounts.change_password);
  const also = useAlsoEnded(Number(session.uid));
  const form = useForm<Fields>({
    initialValues: { old: '', password: '', confirm: '' },
    validate: findFaults,
  });

  const submit = async ({ old, password }: Fields) => {
    try {
      const answer = await change.run(async (seal) => ({
        old_password: await seal(old),
        new_password: await seal(password),
        user_id: session.uid,
        ...also.input,
      }));
      if (answer.message === 'failed') {
        toast.error(failureIn(answer), 'changePassword');
        return;
      }
      remembered.forget();
      toast.success(t.done, 'changePassword');
      await navigate({ to: paths.profile });
    } catch (error) {
      toast.error(refusalOf(error), 'changePassword');
    }
  };

  return (
    <div className={classes.page}>
      <PageHeader title={t.title} lead={t.lead} />
      <Panel>
        <FormShell
          onSubmit={form.onSubmit((fields) => void submit(fields), tell)}
          submitLabel={t.submit}
          busyLabel={t.busy}
          isPending={change.isPending}
          actions={<Cancel href={paths.profile} />}
        >
          <PasswordField
            {...form.getInputProps('old')}
            label={t.old}
            autoComplete="current-password"
            required
          />
          <PasswordField
            {...form.getInputProps('password')}
            label={t.password}
            description={t.hint}
            autoComplete="new-password"
            required
          />
          <PasswordField
            {...form.getInputProps('confirm')}
            label={t.confirm}
            autoComplete="new-password"
            required
          />
          <AlsoEnded chosen={also} />
        </FormShell>
      </Panel>
    </div>
  );
}
