import type { PaymentDetail } from '@gurukul/contract/payments';
import { paymentMethods, payments } from '@gurukul/contract/payments';
import type { FoundItem } from '@gurukul/contract/search';
import { emailPattern } from '@gurukul/contract/shared/fields';
import { isNothing } from '@gurukul/contract/shared/money/money';
import { Autocomplete, Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError, refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { useOfferedCourses } from '#web/features/classes/use-offered-courses.ts';
import { isAddress, StudentField, studentsLike } from '#web/features/search/student-field.tsx';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { mayLeave } from '#web/layout/use-leave-guard.ts';
import { formatMoney } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { paymentByHandTexts } from '#web/texts/payment-by-hand.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { texts } from '#web/texts/texts.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FieldRow, FormShell } from '#web/ui/form/form-shell.tsx';
import { AlsoFor } from './also-for.tsx';
import { CurrencySelect } from './currency-select.tsx';
import { officeDayOf } from './paid-when.ts';
import { Recorded } from './recorded.tsx';
import { readTypedAmount } from './read-amount.ts';
import {
  donation,
  emptyFields,
  fieldsFrom,
  fieldsOf,
  inputOf,
  isMethod,
  proposed,
  togetherOf,
  type Fields,
  type Proposal,
  type Student,
} from './written-payment.ts';

const t = paymentByHandTexts;

type Form = UseFormReturnType<Fields>;

const problemOf = (amount: string, currency: string) => readTypedAmount(amount, currency).problem;

const validate = (fields: Fields, isCorrection: boolean) => {
  const isDonation = fields.course_id === donation;
  const isGiven = isDonation ? fields.student.trim() === '' : false;
  return {
    student: fields.student_id === '' && !isGiven ? t.studentMissing : null,
    course_id: fields.course_id === '' ? t.courseMissing : null,
    amount: problemOf(fields.amount, fields.currency),
    currency: fields.currency === '' ? t.currencyMissing : null,
    paid_at: fields.paid_at === '' ? t.dayMissing : null,
    // Of a student the server knows who pays.
    full_name: fields.full_name.trim() === '' && fields.student_id === '' ? t.payerMissing : null,
    email_id:
      fields.email_id.trim() === '' || emailPattern.test(fields.email_id.trim()) ? null : t.emailWrong,
    reason: isCorrection && fields.reason.trim() === '' ? t.reasonMissing : null,
    ...Object.fromEntries(
      (isDonation ? [] : fields.also).flatMap(({ course_id, amount }, place) => [
        [`also.${place}.course_id`, course_id === '' ? t.courseMissing : null],
        [`also.${place}.amount`, problemOf(amount, fields.currency)],
      ]),
    ),
  };
};

/** A field of the answer by its name in the form: a share after the first is one of `also`. */
const fieldNamed = (name: string) =>
  name
    .replace(/^student_id$/, 'student')
    .replace(/^shares\.0\.amount$/, 'amount')
    .replace(/^shares\.(\d+)\./, (_, place: string) => `also.${Number(place) - 1}.`);

/** With the payment that was written down, and what there is to say of it. */
type OnDone = (payment: { readonly id: number; readonly text: string }) => void;

interface SavingProps {
  form: Form;
  /** The payment that is corrected. */
  corrects: PaymentDetail | null;
  onDone: OnDone;
}

/** Saves, and asks what the server asks: whether the currency is meant, and whether it is another payment. */
function useSaving({ form, corrects, onDone }: SavingProps) {
  const record = useAction(payments.record_payment);
  const correct = useAction(payments.correct_payment);
  const [refusal, setRefusal] = useState('');

  const send = async (fields: Fields, answers: { knowing?: boolean; again?: boolean }) => {
    const { reference, ...input } = inputOf(fields);
    return corrects === null
      ? record.run({ ...input, reference, ...answers })
      : correct.run({ ...input, id: corrects.id, reason: fields.reason, knowing: answers.knowing });
  };
  const save = async (
    fields: Fields,
    courseName: string,
    answers: { knowing?: boolean; again?: boolean } = {},
  ): Promise<void> => {
    setRefusal('');
    try {
      const answer = await send(fields, answers);
      const { id, payment_id, credit } = answer.data;
      const payer = fields.full_name.trim() || fields.student;
      const done =
        corrects === null
          ? t.record.done({ paymentId: payment_id, payer })
          : t.correct.done({ paymentId: payment_id });
      const more = isNothing(credit)
        ? ''
        : ` ${t.record.credit({ amount: formatMoney(credit, fields.currency) })}`;
      tellDone(answer, done + more, { kind: 'changed', what: payer });
      form.resetDirty(form.getValues());
      onDone({ id, text: done + more });
    } catch (error) {
      if (refusedWith(error, 'currency_without_price')) {
        const { unpriced: ask } = t;
        const look = { title: ask.title, action: ask.action({ currency: fields.currency }) };
        if (!(await confirm(ask.question({ course: courseName, currency: fields.currency }), look))) return;
        return save(fields, courseName, { ...answers, knowing: true });
      }
      if (refusedWith(error, 'payment_id_known')) {
        const look = { title: t.known.title, action: t.known.action };
        if (!(await confirm(t.known.question({ number: fields.reference }), look))) return;
        return save(fields, courseName, { ...answers, again: true });
      }
      const problems = error instanceof ApiError ? Object.entries(error.problems) : [];
      form.setErrors(Object.fromEntries(problems.map(([name, text]) => [fieldNamed(name), text])));
      if (problems.length === 0) setRefusal(refusalOf(error));
    }
  };
  return { save, refusal, isPending: record.isPending || correct.isPending };
}

/** What is proposed for the chosen student. It is asked again when a form comes back after another sign-in. */
function useProposal(form: Form) {
  const client = useQueryClient();
  const { student_id } = form.values;
  const asked = student_id === '' ? null : Number(student_id);
  const { data, isFetching } = useQuery(query(payments.propose_payment, { student_id: asked }));
  const propose = async (studentId: number) => {
    const answer = await client.fetchQuery(query(payments.propose_payment, { student_id: studentId }));
    // They may have chosen another one meanwhile.
    if (form.getValues().student_id === String(studentId)) form.setValues(fieldsFrom(answer.data));
  };
  return { proposal: data?.data, isFetching, propose };
}

function StudentChoice({ form, propose }: { form: Form; propose: (studentId: number) => Promise<void> }) {
  const client = useQueryClient();
  const { student } = form.values;
  // The field writes the address of the chosen one, which is no other choice.
  const chosenAddress = useRef('');
  const choose = (id: number, fullname: string) => {
    form.setValues({ student: fullname, student_id: String(id) });
    form.clearFieldError('student');
    void propose(id).catch(() => undefined);
  };
  /** An address is not suggested. Of several people behind it the person chooses by name. */
  const lookUp = async () => {
    if (!isAddress(student) || form.values.student_id !== '') return;
    const [found, ...others] = await studentsLike(client, student.trim()).catch((): FoundItem[] => []);
    if (found && others.length === 0) choose(found.id, found.title);
    else if (!found) form.setFieldError('student', t.studentUnknown);
  };
  return (
    <div onBlur={() => void lookUp()}>
      <StudentField
        label={t.student}
        description={t.studentHint}
        error={form.errors['student']}
        isFirst
        value={student}
        onChange={(text) => {
          if (text !== chosenAddress.current) form.setValues({ student: text, student_id: '' });
          chosenAddress.current = '';
        }}
        onChoose={({ id, title, detail }) => {
          chosenAddress.current = detail;
          choose(id, title);
        }}
      />
    </div>
  );
}

/** The courses of the student first, then those of the office; a donation for account admins. */
function useCourses(proposal: Proposal | undefined) {
  const offered = useOfferedCourses();
  const own = proposal?.student?.courses ?? [];
  const ownOptions = own.map((one) => ({ value: String(one.course_id), label: one.course_name }));
  const others = offered.options.filter(({ value }) => !ownOptions.some((one) => one.value === value));
  const data = [
    { value: '', label: offered.isPending ? texts.ui.loading : t.chooseCourse },
    ...(ownOptions.length > 0 ? [{ group: t.ownCourses, items: ownOptions }] : []),
    ...(others.length > 0 ? [{ group: t.otherCourses, items: others }] : []),
    ...(session.role === 'admin' ? [{ value: donation, label: t.donation }] : []),
  ];
  const nameOf = (id: string) => [...ownOptions, ...others].find(({ value }) => value === id)?.label ?? '';
  return { own, data, nameOf };
}

interface RecordFormProps {
  student: Student | null;
  corrects: PaymentDetail | null;
  onDone: OnDone;
}

function RecordForm({ student, corrects, onDone }: RecordFormProps) {
  const [today] = useState(() => officeDayOf(Date.now()));
  const [initial] = useState(() => (corrects === null ? emptyFields(today, student) : fieldsOf(corrects)));
  const draftKey = corrects === null ? `payment ${student?.id ?? ''}` : `correct payment ${corrects.id}`;
  const beginning = useBeginning(draftKey, initial);
  const form = useForm<Fields>({
    initialValues: beginning,
    validate: (fields) => validate(fields, corrects !== null),
  });
  useKeptForm(form, draftKey, initial, { title: t.leaveTitle, text: t.leave });
  const { proposal, isFetching, propose } = useProposal(form);
  const { own, data, nameOf } = useCourses(proposal);
  const { save, refusal, isPending } = useSaving({ form, corrects, onDone });
  const [isMore, setMore] = useState(false);
  const { values } = form;
  const isDonation = values.course_id === donation;

  useEffect(() => {
    // What came back after another sign-in stays as it was typed.
    if (!student || beginning !== initial) return;
    propose(student.id)
      .then(() => form.resetDirty(form.getValues()))
      .catch(() => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- as the form begins, and never again
  }, []);
  const chooseCourse = (course: string) => {
    const payable = own.find(({ course_id }) => String(course_id) === course);
    const gift = { amount: '', currency: proposal?.currency ?? values.currency };
    const usualOf = course === donation ? gift : payable ? proposed(payable) : {};
    form.setValues({ ...(corrects === null && usualOf), course_id: course });
    form.clearFieldError('course_id');
  };
  const usual = [...new Set([...own.flatMap(({ currencies }) => currencies), 'INR', 'USD'])];
  const referenceLabel = values.method === 'cash' ? null : t.reference[values.method];
  const look = corrects === null ? t.record : t.correct;
  return (
    <FormShell
      onSubmit={form.onSubmit(
        (fields) => void save(fields, nameOf(fields.course_id)),
        (errors) => {
          if (errors['email_id']) setMore(true);
        },
      )}
      submitLabel={look.submit}
      busyLabel={look.busy}
      isPending={isPending}
      error={refusal}
      isLong
    >
      {corrects === null ? null : <Text c="dimmed">{t.correct.lead}</Text>}
      {student ? (
        <Text>
          {t.student}: <strong>{student.fullname}</strong>
        </Text>
      ) : (
        <StudentChoice form={form} propose={propose} />
      )}
      {isFetching && values.student_id !== '' ? <output>{t.loading}</output> : null}
      <FieldRow>
        <NativeSelect
          {...form.getInputProps('course_id')}
          label={t.for}
          data={data}
          onChange={({ currentTarget }) => chooseCourse(currentTarget.value)}
          data-autofocus={student ? true : undefined}
          required
        />
        {isDonation ? (
          <Autocomplete
            {...form.getInputProps('campaign')}
            label={t.campaign}
            data={proposal?.campaigns ?? []}
            maxLength={100}
            comboboxProps={{ keepMounted: false }}
          />
        ) : null}
      </FieldRow>
      <FieldRow>
        <TextInput
          {...form.getInputProps('amount')}
          label={values.also.length > 0 && !isDonation ? t.amountFor({ name: values.student }) : t.amount}
          // The proposed amount is replaced by what is typed.
          onFocus={(event) => event.currentTarget.select()}
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          required
        />
        <CurrencySelect
          {...form.getInputProps('currency')}
          value={values.currency}
          label={t.currency}
          usual={usual}
          required
        />
      </FieldRow>
      {isDonation ? null : (
        <AlsoFor
          siblings={proposal?.siblings ?? []}
          value={values.also}
          onChange={(also) => form.setFieldValue('also', also)}
          currency={values.currency}
          errorOf={(place, field) => {
            const error = form.errors[`also.${place}.${field}`];
            return typeof error === 'string' ? error : undefined;
          }}
        />
      )}
      {values.also.length > 0 && !isDonation ? (
        <output>
          <strong>
            {t.also.together({ amount: formatMoney(togetherOf(values), values.currency || null) })}
          </strong>
        </output>
      ) : null}
      <FieldRow>
        <NativeSelect
          {...form.getInputProps('method')}
          label={t.method}
          data={paymentMethods.map((value) => ({ value, label: paymentsTexts.methods[value] }))}
          onChange={({ currentTarget: { value } }) => {
            if (isMethod(value)) form.setFieldValue('method', value);
          }}
        />
        <DateField
          {...form.getInputProps('paid_at')}
          value={values.paid_at}
          label={t.day}
          max={today}
          required
        />
      </FieldRow>
      {referenceLabel && corrects === null ? (
        <TextInput
          {...form.getInputProps('reference')}
          label={referenceLabel}
          description={t.referenceHint}
          maxLength={100}
          autoComplete="off"
        />
      ) : null}
      <TextInput {...form.getInputProps('full_name')} label={t.payer} maxLength={200} autoComplete="off" />
      {corrects === null ? null : (
        <TextInput {...form.getInputProps('reason')} label={t.reason} maxLength={300} required />
      )}
      {isMore ? (
        <>
          <FieldRow>
            <TextInput
              {...form.getInputProps('email_id')}
              label={t.email}
              type="email"
              maxLength={254}
              autoComplete="off"
            />
            <TextInput
              {...form.getInputProps('phone_number')}
              label={t.phone}
              type="tel"
              maxLength={40}
              autoComplete="off"
            />
          </FieldRow>
          <Textarea {...form.getInputProps('note')} label={t.note} maxLength={500} autosize minRows={2} />
        </>
      ) : (
        <Button type="button" variant="subtle" style={{ alignSelf: 'start' }} onClick={() => setMore(true)}>
          {t.more}
        </Button>
      )}
    </FormShell>
  );
}

interface RecordPaymentProps {
  isOpen: boolean;
  onClose: () => void;
  /** Whose payment it is; null: the form asks. */
  student?: Student | null;
  /** The payment that is corrected. */
  corrects?: PaymentDetail | null;
}

/** Writes one payment down, or another one in place of a wrong one. */
export function RecordPayment({ isOpen, onClose, student = null, corrects = null }: RecordPaymentProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [recorded, setRecorded] = useState<Parameters<OnDone>[0] | null>(null);
  const leave = () => {
    setRecorded(null);
    onClose();
  };
  const close = async () => {
    if (await mayLeave()) leave();
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={() => void close()}
      title={corrects === null ? t.record.title : t.correct.title({ paymentId: corrects.payment_id })}
      size="lg"
      fullScreen={isPhone}
      // Mantine hears Esc wherever it is pressed, also in the question above the dialog, which it is to answer alone.
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key === 'Escape') void close();
      }}
      closeOnClickOutside={false}
    >
      {recorded ? (
        <Recorded payment={recorded} />
      ) : (
        <RecordForm
          student={student}
          corrects={corrects}
          // The page of a corrected payment offers the receipt.
          onDone={corrects === null ? setRecorded : leave}
        />
      )}
    </Dialog>
  );
}
