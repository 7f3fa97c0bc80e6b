import { classes } from '@gurukul/contract/classes';
import { courses } from '@gurukul/contract/courses';
import { meetings, type Meeting } from '@gurukul/contract/meetings';
import { payments, paidStatus } from '@gurukul/contract/payments';
import { people } from '@gurukul/contract/people';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { students } from '@gurukul/contract/students';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, useState, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import type { Audience } from '#web/features/messages/write-button.tsx';
import type { ActionKind } from '#web/features/meetings/meeting-dialog.tsx';
import { paidWhen } from '#web/features/payments/paid-when.ts';
import { rollAddress } from '#web/features/attendance/roll-address.ts';
import { useSearchChange, type PlainSearch } from '#web/lib/address/address-search.ts';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { addDays } from '#web/lib/format/days.ts';
import { formatDate, formatMoney, today } from '#web/lib/format/format.ts';
import { whenOf } from '#web/lib/format/meeting-times.ts';
import { Navigate } from '#web/lib/address/navigate.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { useLogOut } from '#web/layout/use-log-out.ts';
import { searchTexts } from '#web/texts/search.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { useNow } from '#web/ui/use-now.ts';

const t = searchTexts.dialogs;

const WriteDialog = lazy(async () => ({
  default: (await import('#web/features/messages/write-dialog.tsx')).WriteDialog,
}));
const MeetingDialog = lazy(async () => ({
  default: (await import('#web/features/meetings/meeting-dialog.tsx')).MeetingDialog,
}));
const RecordPayment = lazy(async () => ({
  default: (await import('#web/features/payments/record-payment.tsx')).RecordPayment,
}));
const ReceiptCard = lazy(async () => ({
  default: (await import('#web/features/receipts/receipt-card.tsx')).ReceiptCard,
}));
const AddStudentDialog = lazy(async () => ({
  default: (await import('#web/features/students/add-student-dialog.tsx')).AddStudentDialog,
}));
const InviteDialog = lazy(async () => ({
  default: (await import('#web/features/accounts/invite-dialog.tsx')).InviteDialog,
}));

interface OfOneProps {
  id: number;
  onClose: () => void;
}

/** What is said before the dialog itself can open, and when it cannot. */
const Before = ({
  onClose,
  title,
  children,
}: {
  onClose: () => void;
  title: string;
  children: ReactNode;
}) => (
  <Dialog opened onClose={onClose} title={title}>
    {children}
  </Dialog>
);

/** The page below says why its thing cannot be shown. */
const useStudent = (id: number) => useQuery(query(students.get_single_student, { id })).data?.data[0];

function Write({
  audience,
  whom,
  onClose,
}: {
  audience: Audience;
  whom: string | undefined;
  onClose: () => void;
}) {
  return whom === undefined ? null : <WriteDialog audience={audience} whom={whom} isOpen onClose={onClose} />;
}

const WriteToStudent = ({ id, onClose }: OfOneProps) => (
  <Write audience={{ user_ids: [id] }} whom={useStudent(id)?.fullname} onClose={onClose} />
);

const WriteToClass = ({ id, onClose }: OfOneProps) => {
  const { data } = useQuery(query(classes.get_class, { class_id: id }));
  return <Write audience={{ class_id: id }} whom={data?.data.class_name} onClose={onClose} />;
};

const WriteToCourse = ({ id, onClose }: OfOneProps) => {
  const { data } = useQuery(query(courses.get_single_course, { student_id: null, course_id: id }));
  return <Write audience={{ course_id: id }} whom={data?.data.course.course_name} onClose={onClose} />;
};

const WriteToTeacher = ({ id, onClose }: OfOneProps) => {
  const { data } = useQuery(query(people.get_single_teacher, { id }));
  return <Write audience={{ teacher_ids: [id] }} whom={data?.data[0].fullname} onClose={onClose} />;
};

/** The day whose roll is called next. */
function Roll({ id, onClose }: OfOneProps) {
  const { data } = useQuery(query(classes.get_class, { class_id: id }));
  if (!data) return null;
  const { course_id, class_name, roll_date } = data.data;
  if (roll_date === null) {
    return (
      <Before title={class_name} onClose={onClose}>
        <Text>{t.notMet}</Text>
      </Before>
    );
  }
  const { searchParams } = new URL(
    rollAddress({ course_id, class_id: id, attendance_date: roll_date }),
    location.origin,
  );
  return <Navigate to={paths.attendance} search={Object.fromEntries(searchParams)} replace />;
}

const mostOffered = 8;
/** In days: so far it looks for the next meeting. */
const ahead = 35;

interface ChooseProps {
  kind: ActionKind;
  classes: readonly number[];
  /** '' for the next meetings. */
  day: string;
  /** Only meetings that this teacher takes. */
  teacher?: number;
  onClose: () => void;
}

/** The meeting of that day, or the next one; where several may be meant, they are offered. */
function OfMeeting({ kind, classes: ids, day, teacher, onClose }: ChooseProps) {
  const now = useNow();
  const start = today();
  const end = addDays(start, ahead);
  const from = day !== '' && day < start ? day : start;
  const to = day > end ? day : end;
  const lists = useQueries({
    queries: ids.map((class_id) => query(meetings.get_meetings, { from, to, class_id })),
  });
  const [chosen, setChosen] = useState<Meeting | null>(null);
  const failed = lists.find(({ data, error }) => !data && error);
  const isLoading = lists.some(({ data }) => !data);
  const open = lists
    .flatMap(({ data }) => data?.data ?? [])
    .filter(
      ({ state, has_roll, teacher_id }) =>
        takesPlace(state) && !has_roll && (teacher === undefined || teacher_id === teacher),
    )
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  const coming = open.filter(({ ends_at }) => Date.parse(ends_at) > now);
  const onDay = open.filter(({ held_on }) => held_on === day);
  const found = onDay.length > 0 ? onDay : coming;
  const isOne = onDay.length === 1 || (day === '' && (teacher === undefined || coming.length === 1));
  // It stays the same one: read again, the list may have another next meeting while somebody is about to press.
  if (!chosen && isOne && !isLoading && found[0]) setChosen(found[0]);
  if (chosen) return <MeetingDialog task={{ kind, meeting: chosen }} isOpen onClose={onClose} />;
  return (
    <Before title={t.which} onClose={onClose}>
      {failed ? (
        <FailedState message={failed.error?.message} onRetry={() => void failed.refetch()} />
      ) : isLoading ? (
        <LoadingState />
      ) : (
        <Stack gap="xs">
          {day !== '' && onDay.length === 0 ? <Text>{t.noneOn({ day: formatDate(day) })}</Text> : null}
          {found.length === 0 ? <Text>{t.noneAhead}</Text> : null}
          {found.slice(0, mostOffered).map((one, index) => (
            <Button
              key={`${one.slot_id} ${one.starts_at}`}
              variant="default"
              justify="flex-start"
              data-autofocus={index === 0 || undefined}
              onClick={() => setChosen(one)}
            >
              {`${one.class_name} · ${whenOf(one)}`}
            </Button>
          ))}
        </Stack>
      )}
    </Before>
  );
}

function CoverOfTeacher({ id, day, onClose }: OfOneProps & { day: string }) {
  const { data } = useQuery(query(people.get_single_teacher, { id }));
  if (!data) return null;
  const ids = [...new Set(data.data[2].map(({ class_id }) => class_id))];
  return <OfMeeting kind="cover" classes={ids} day={day} teacher={id} onClose={onClose} />;
}

function Payment({ id, onClose }: OfOneProps) {
  const student = useStudent(id);
  return student ? (
    <RecordPayment isOpen onClose={onClose} student={{ id, fullname: student.fullname }} />
  ) : null;
}

/** The receipt of the latest payment of a student, with the others to choose from. */
function Receipt({ id, onClose }: OfOneProps) {
  const isAdmin = session.role === 'admin';
  const asked = { student_id: id, page: 1, pageSize: 20 } as const;
  const all = useQuery({ ...query(payments.get_payment_details, asked), enabled: isAdmin });
  const own = useQuery({
    ...query(payments.get_payment_details_course_admin, { uid: Number(session.uid), ...asked }),
    enabled: !isAdmin,
  });
  const list = isAdmin ? all : own;
  const received = (list.data?.data ?? []).filter(({ status }) => status.toLowerCase() === paidStatus);
  const [paymentId, setPaymentId] = useState(0);
  // It stays the same one when a newer payment comes in.
  if (paymentId === 0 && received[0]) setPaymentId(received[0].id);
  const payment = useQuery({
    ...query(payments.get_single_payment, { id: paymentId }),
    enabled: paymentId > 0,
  });
  return (
    <Before title={t.receipt({ name: useStudent(id)?.fullname ?? '' })} onClose={onClose}>
      {list.error && !list.data ? (
        <FailedState message={list.error.message} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && received.length === 0 ? <Text>{t.nothingPaid}</Text> : null}
      {received.length > 0 ? (
        <NativeSelect
          mb="md"
          label={t.payment}
          value={String(paymentId)}
          data={received.map((one) => ({
            value: String(one.id),
            label: [formatMoney(one.amount, one.currency), paidWhen(one.created_at), one.course_name]
              .filter(Boolean)
              .join(' · '),
          }))}
          onChange={(event) => setPaymentId(Number(event.currentTarget.value))}
        />
      ) : null}
      {payment.data ? <ReceiptCard key={paymentId} payment={payment.data.data} /> : null}
      {!list.data && !list.error ? <LoadingState /> : null}
    </Before>
  );
}

function LogOut({ onClose }: { onClose: () => void }) {
  const logOut = useLogOut();
  return (
    <Before title={texts.shell.logOut} onClose={onClose}>
      <Group justify="space-between">
        <Text>{t.logOut}</Text>
        <Button data-autofocus onClick={() => void logOut()}>
          {texts.shell.logOut}
        </Button>
      </Group>
    </Before>
  );
}

/** The dialog that an address asks for. It saves nothing before somebody presses its button. */
export function ActionDialog({ name, search }: { name: string; search: PlainSearch }) {
  const change = useSearchChange();
  const onClose = () => change({ do: '', of: '', day: '' }, 'replace');
  const day = dayInAddress(search['day']);
  if (name === 'log-out') return <LogOut onClose={onClose} />;
  if (name === 'add-student') return <AddStudentDialog isOpen onClose={onClose} />;
  if (name === 'invite') return <InviteDialog newRole="teacher" isOpen onClose={onClose} />;
  const id = idIn(search['of']);
  if (id === null) return null;
  const one = { id, onClose };
  const ofClass = { classes: [id], day, onClose };
  switch (name) {
    case 'roll':
      return <Roll {...one} />;
    case 'message-class':
      return <WriteToClass {...one} />;
    case 'message-student':
      return <WriteToStudent {...one} />;
    case 'message-teacher':
      return <WriteToTeacher {...one} />;
    case 'message-course':
      return <WriteToCourse {...one} />;
    case 'cancel-class':
      return <OfMeeting kind="cancel" {...ofClass} />;
    case 'move-class':
      return <OfMeeting kind="move" {...ofClass} />;
    case 'cover-class':
      return <OfMeeting kind="cover" {...ofClass} />;
    case 'cover-teacher':
      return <CoverOfTeacher day={day} {...one} />;
    case 'receipt':
      return <Receipt {...one} />;
    case 'payment':
      return <Payment {...one} />;
    default:
      return null;
  }
}
