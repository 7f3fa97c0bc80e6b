import { students } from '@gurukul/contract/students';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { PaymentUpload } from '#web/features/payment-upload/payment-upload-page.tsx';
import { session } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { updatingTexts } from '#web/texts/updating.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { OneOfSeveral } from '../people/one-of-several.tsx';
import { isNobody } from '../students/is-nobody.ts';
import { lookUpOf } from './look-up-of.ts';
import { UpdatingLanguage } from './updating-language.tsx';
import { UpdatingMove } from './updating-move.tsx';
import { UpdatingSearch } from './updating-search.tsx';

const t = updatingTexts;

interface FoundStudentProps {
  /** Empty: the student has none, and only the number names them. */
  email: string;
  /** The number of the chosen one; '' while only the address is known. */
  student: string;
  onChoose: (student: number) => void;
}

function FoundStudent({ email, student, onChoose }: FoundStudentProps) {
  const found = useQuery(query(students.get_student_details_by_email, lookUpOf(email, student)));
  const { data = [], people = [] } = found.data ?? {};
  const [only, ...others] = people;
  const id = only && others.length === 0 ? only.user_id : Number(student);
  const [first, ...more] = data.filter(({ user_id }) => user_id === id);
  const choice =
    others.length > 0 ? (
      <Panel>
        <OneOfSeveral people={people} chosen={id} onChoose={({ user_id }) => onChoose(user_id)} />
      </Panel>
    ) : null;
  if (first) {
    return (
      <>
        {choice}
        <UpdatingMove key={id} rows={[first, ...more]} />
        <UpdatingLanguage email={email} student={id} />
      </>
    );
  }
  if (choice) return choice;
  if (isNobody(found.data ?? found.error)) {
    return (
      <Panel>
        <EmptyState title={t.nobody({ email })}>
          {t.nobodyHint[session.role === 'admin' ? 'all' : 'own']}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel>
      {found.error ? (
        <FailedState message={found.error.message} onRetry={() => void found.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

/** The address searched for, and the students who were found there, by the numbers in the page's address. */
interface SearchAddress {
  readonly email: string;
  readonly students: readonly string[];
}

const nothingAsked: SearchAddress = { email: '', students: [] };

/**
 * The email of the student whose number is in the page's address; null while nobody is named. An email there would
 * stay in histories and logs.
 */
function useNamed(student: string, isKnown: boolean): string | null {
  const isAsked = /^\d{1,15}$/.test(student) && !isKnown;
  const single = useQuery({
    ...query(students.get_single_student, { id: isAsked ? Number(student) : 0 }),
    enabled: isAsked,
  });
  return isAsked ? (single.data?.data[0].email_id ?? null) : null;
}

/** Corrects what a student is in and reads in; the address names the student. */
export function UpdatingPage() {
  const [{ student = '' }, change] = useSearchState();
  const [asked, setAsked] = useState(nothingAsked);
  // The address follows a moment after somebody was found.
  const isAsked = asked.email !== '' && (student === '' || asked.students.includes(student));
  const named = useNamed(student, isAsked);
  const email = isAsked ? asked.email : named;
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <UpdatingSearch
        email={email ?? ''}
        onSearch={(next) => {
          if (next === email) return;
          setAsked({ email: next, students: [] });
          change({ student: '', from: '', page: '', sort: '' });
        }}
        onFound={(next, id) => {
          setAsked({ email: next, students: [id] });
          change({ student: id });
        }}
        onChoose={(id) => {
          setAsked(nothingAsked);
          change({ student: id, from: '', page: '', sort: '' });
        }}
      />
      {email === null ? null : (
        <FoundStudent
          key={email}
          email={email}
          student={student}
          onChoose={(id) => {
            setAsked({ email, students: [student, String(id)] });
            change({ student: id, from: '', page: '', sort: '' });
          }}
        />
      )}
      <PaymentUpload />
    </>
  );
}
