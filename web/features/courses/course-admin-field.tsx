import { invitations } from '@gurukul/contract/invitations';
import { people, type PersonName } from '@gurukul/contract/people';
import { Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query, send } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import { useSelf } from '#web/layout/use-self.ts';
import { session } from '#web/lib/session.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { invitationsTexts } from '#web/texts/invitations.ts';
import { optionsLike, useNamedLike } from '#web/lib/use-named-like.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './course-admin-field.module.css';

const t = coursesTexts.add;

export const besideInvite = (input: ReactNode, onInvited?: (email: string) => void) => (
  <div className={classes.row}>
    <div className={classes.input}>{input}</div>
    <InviteButton newRole="courseadmin" {...(onInvited && { onInvited })} />
  </div>
);

interface CourseAdminFieldProps {
  /** Id of the person; '' when nobody is chosen. */
  value: string;
  onChange: (value: string) => void;
  error: ReactNode;
}

const nameOf = ({ fullname, pending }: PersonName) =>
  pending ? invitationsTexts.named({ name: fullname }) : fullname;

/** Course admins, invited ones too, and the account admin at the screen. */
function choicesOf(names: readonly PersonName[], ownName: string) {
  const choices = names.map((person) => ({ value: String(person.user_id), label: nameOf(person) }));
  const isListed = choices.some(({ value }) => value === session.uid);
  if (session.role !== 'admin' || isListed) return choices;
  return [...choices, { value: session.uid, label: t.adminMyself({ name: ownName }) }];
}

/**
 * Who will look after the course, found by typing a part of the name. Somebody new is invited beside it, and is chosen
 * then; what is typed in the form stays.
 */
export function CourseAdminField({ value, onChange, error }: CourseAdminFieldProps) {
  const names = useQuery(query(people.get_course_admin_names, {}));
  const self = useSelf();
  const choices = names.data && choicesOf(names.data.data.data, self?.fullname ?? '');
  const choose = async (email: string) => {
    try {
      const [{ data }] = await Promise.all([send(invitations.get_invitations, {}), names.refetch()]);
      const invited = data.find(({ email_id }) => email_id.toLowerCase() === email.toLowerCase());
      if (invited) onChange(String(invited.user_id));
    } catch (failure) {
      toast.error(messageOf(failure));
    }
  };
  const namedLike = useNamedLike(true);
  return (
    <div>
      <Select
        label={t.admin}
        placeholder={names.isPending ? t.adminsLoading : t.adminHint}
        data={choices ?? []}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
        error={error}
        nothingFoundMessage={names.isPending ? t.adminsLoading : t.adminNone}
        searchable
        filter={optionsLike(namedLike)}
        // Inside the page's main part, and scrolled by the list itself: what assistive software expects of a listbox.
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        classNames={{ options: classes.options }}
        required
        inputContainer={(input) => besideInvite(input, (email) => void choose(email))}
      />
      {names.isError ? (
        <div className={classes.failed} role="alert">
          <Text size="sm">{t.adminsFailed}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => void names.refetch()}>
            {texts.ui.retry}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
