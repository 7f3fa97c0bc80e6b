import { students } from '@gurukul/contract/students';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { PaymentUpload } from '#web/features/payment-upload/payment-upload-page.tsx';
import { session } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/address-search.ts';
import { updatingTexts } from '#web/texts/updating.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { isNobody } from '../students/is-nobody.ts';
import { UpdatingLanguage } from './updating-language.tsx';
import { UpdatingMove } from './updating-move.tsx';
import { UpdatingSearch } from './updating-search.tsx';

const t = updatingTexts;

function FoundStudent({ email }: { email: string }) {
  const found = useQuery(query(students.get_student_details_by_email, { email_id: email }));
  const [first, ...others] = found.data?.data ?? [];
  if (first) {
    return (
      <>
        <UpdatingMove rows={[first, ...others]} />
        <UpdatingLanguage email={email} />
      </>
    );
  }
  if (isNobody(found.data ?? found.error)) {
    return (
      <Panel>
        <EmptyState title={t.nobody(email)}>
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

/**
 * The address searched for, and the number by which the page's address names the student; '' until a student is found.
 */
interface Asked {
  readonly email: string;
  readonly student: string;
}

/**
 * The e-mail of the student whose number is in the page's address. An e-mail there would stay in histories and logs.
 */
function useNamed(student: string, isKnown: boolean): string {
  const isAsked = /^\d{1,15}$/.test(student) && !isKnown;
  const single = useQuery({
    ...query(students.get_single_student, { id: isAsked ? Number(student) : 0 }),
    enabled: isAsked,
  });
  return isAsked ? (single.data?.data[0].email_id ?? '') : '';
}

/** Corrects what a student is in and reads in; the address names the student. */
export function UpdatingPage() {
  const [{ student = '' }, change] = useSearchState();
  const [asked, setAsked] = useState<Asked>({ email: '', student: '' });
  // The address follows a moment after somebody was found.
  const isAsked = asked.email !== '' && (student === '' || asked.student === student);
  const named = useNamed(student, isAsked);
  const email = isAsked ? asked.email : named;
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <UpdatingSearch
        email={email}
        onSearch={(next) => {
          if (next === email) return;
          setAsked({ email: next, student: '' });
          change({ student: '', from: '', page: '', sort: '' });
        }}
        onFound={(next, id) => {
          setAsked({ email: next, student: id });
          change({ student: id });
        }}
        onChoose={(id) => {
          setAsked({ email: '', student: '' });
          change({ student: id, from: '', page: '', sort: '' });
        }}
      />
      {email ? <FoundStudent key={email} email={email} /> : null}
      <PaymentUpload />
    </>
  );
}
