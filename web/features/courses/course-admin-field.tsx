import { people } from '@gurukul/contract/people';
import { Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import { coursesTexts } from '#web/texts/courses.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './course-admin-field.module.css';

const t = coursesTexts.add;

export const besideInvite = (input: ReactNode) => (
  <div className={classes.row}>
    <div className={classes.input}>{input}</div>
    <InviteButton newRole="courseadmin" />
  </div>
);

interface CourseAdminFieldProps {
  /** Id of the person; '' when nobody is chosen. */
  value: string;
  onChange: (value: string) => void;
  error: ReactNode;
}

/** Who will look after the course, found by typing a part of the name, with the way to invite somebody new beside it. */
export function CourseAdminField({ value, onChange, error }: CourseAdminFieldProps) {
  const names = useQuery(query(people.get_course_admin_names, {}));
  const choices = names.data?.data.data.map(({ user_id, fullname }) => ({
    value: String(user_id),
    label: fullname,
  }));
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
        // Inside the page's main part, and scrolled by the list itself: what assistive software expects of a listbox.
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        classNames={{ options: classes.options }}
        required
        inputContainer={besideInvite}
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
