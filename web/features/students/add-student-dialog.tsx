import { people as peopleCalls } from '@gurukul/contract/people';
import { emailPattern } from '@gurukul/contract/shared/fields';
import type { PersonLike } from '@gurukul/contract/shared/person/person-behind';
import type { ClassRow } from '@gurukul/contract/classes';
import type { GivenConsent } from '@gurukul/contract/shared/consent';
import { students } from '@gurukul/contract/students';
import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { spokenText } from '#web/lib/format/spoken-languages.ts';
import { query } from '#web/calls/client.ts';
import { ApiError, refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { classesOf } from '#web/features/classes/classes-of.ts';
import { useOfferedCourses } from '#web/features/classes/use-offered-courses.ts';
import { aboutPersonTexts } from '#web/texts/about-person.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { texts } from '#web/texts/texts.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FieldRow, FormShell } from '#web/ui/form/form-shell.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { noFacts, PersonFactsFields } from '../people/person-form.tsx';
import { LooksLike, type LikeAnswer } from './looks-like.tsx';
import { placeOf, useProposedClock, zoneHintOf } from './use-proposed-clock.ts';

const ClassDialog = lazy(async () => ({
  default: (await import('../classes/class-dialog.tsx')).ClassDialog,
}));

const AnswerFields = lazy(async () => ({
  default: (await import('../questions/answer-fields.tsx')).AnswerFields,
}));

const ConsentFields = lazy(async () => ({
  default: (await import('../privacy/consent-fields.tsx')).ConsentFields,
}));

const t = aboutPersonTexts.add;
const { fields, check } = aboutPersonTexts;

const empty = {
  first_name: '',
  last_name: '',
  email_id: '',
  phone_number: '',
  course_id: '',
  class_id: '',
  ...noFacts,
};
type Fields = { [K in keyof typeof empty]: string };

/** Only the fields that say something: the server proposes the others. */
const written = (values: Fields) => {
  const { first_name, last_name, email_id, phone_number, course_id, class_id, ...facts } = values;
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value.trim() !== ''));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields offer only what the contract knows
  return {
    first_name,
    last_name: last_name.trim(),
    email_id: email_id.trim(),
    phone_number,
    course_id: Number(course_id),
    class_id: class_id === '' ? null : Number(class_id),
    ...given,
  } as CallInput<typeof students.add_student>;
};

/** What the server will write where nothing is chosen: said while one types. */
function useProposals(values: Fields) {
  const now = useNow();
  const place = placeOf(values);
  const { class_id, course_id, timezone, language } = values;
  const saysSomething = class_id !== '' || Object.values(place).some((text) => text.trim() !== '');
  const proposal = useProposedClock(
    {
      course_id: course_id === '' ? null : Number(course_id),
      class_id: class_id === '' ? null : Number(class_id),
      ...place,
    },
    saysSomething && (timezone === '' || language === ''),
  );
  return {
    zone: proposal && zoneHintOf(proposal, now),
    language: proposal?.language
      ? aboutPersonTexts.proposed.language({ language: spokenText(proposal.language) })
      : undefined,
    isKnown: proposal !== undefined && proposal.clock.by !== 'provider',
  };
}

/** Six fields are in sight, and what follows from them. */
function ProposedLines({ zone, language, isKnown }: ReturnType<typeof useProposals>) {
  if (!isKnown && !language) return null;
  return (
    <div>
      {isKnown ? <Text size="sm" c="dimmed">{`${fields.timezone}: ${zone}`}</Text> : null}
      {language ? <Text size="sm" c="dimmed">{`${fields.language}: ${language}`}</Text> : null}
    </div>
  );
}

/** By a birthday, yyyy-mm-dd. The server decides by the day of the office. */
const isUnder18 = (dob: string, now: number) => {
  const then = new Date(now);
  then.setFullYear(then.getFullYear() - 18);
  return dob > then.toISOString().slice(0, 10);
};

/** Why they may come in without the level. */
interface LevelAnswer {
  readonly level_reason?: string;
}

const asksLevel = (error: unknown) => error instanceof ApiError && error.answer.code === 'level_asked';

const askReason = async (name: string) => {
  const { askLevelReason } = await import('./ask-level-reason.tsx');
  return askLevelReason({ title: t.level({ name }), hint: t.levelHint });
};

const newClass = { kind: 'create' } as const;
const noTeachers = [] as const;

interface AddStudentFormProps {
  /** Told whenever something is typed. */
  onTyped: () => void;
  onDone: () => void;
}

function AddStudentForm({ onTyped, onDone }: AddStudentFormProps) {
  const add = useAction(students.add_student);
  const offered = useOfferedCourses();
  const [isMore, setMore] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [consent, setConsent] = useState<GivenConsent>({ said_name: '', how: 'paper_form' });
  const [like, setLike] = useState<readonly PersonLike[] | null>(null);
  const form = useForm<Fields>({
    initialValues: empty,
    onValuesChange: onTyped,
    validate: {
      first_name: (name) => (name.trim() ? null : t.firstNameMissing),
      email_id: (email) => (email.trim() === '' || emailPattern.test(email.trim()) ? null : t.emailWrong),
      course_id: (id) => (id ? null : t.courseMissing),
    },
  });
  const { course_id: course, first_name, last_name, dob } = form.values;
  const slots = useQuery({
    ...query(peopleCalls.get_teacher_bycourse, { courseId: Number(course) }),
    enabled: course !== '',
  });
  const proposals = useProposals(form.values);
  const name = `${first_name} ${last_name}`.trim();
  const isChild = isUnder18(dob, useNow());

  const save = async (values: Fields, answer?: Partial<LikeAnswer> & LevelAnswer) => {
    setRefusal('');
    try {
      const done = await add.run({
        ...written(values),
        answers: Object.entries(answers).flatMap(([id, said]) =>
          said === '' ? [] : [{ question_id: Number(id), answer: said }],
        ),
        ...(isChild && consent.said_name.trim() !== '' && { consent }),
        ...answer,
      });
      const { outcome, waits } = done.data;
      const text = waits ? t.waits({ name }) : t.done[outcome]({ name });
      if (outcome === 'asked' || outcome === 'unchanged') toast.info(text);
      else tellDone(done, text, { kind: 'added', what: name });
      onDone();
    } catch (error) {
      const people = refusedWith(error, 'looks_like')?.people;
      if (people) return setLike(people);
      if (asksLevel(error)) {
        const reason = await askReason(name);
        if (reason !== null) await save(values, { ...answer, level_reason: reason });
        return;
      }
      setLike(null);
      const problems = error instanceof ApiError ? error.problems : {};
      const wrong = Object.keys(problems).filter((field) => field in empty);
      form.setErrors(Object.fromEntries(wrong.map((field) => [field, problems[field] || check])));
      if (wrong.some((field) => field in noFacts)) setMore(true);
      if (wrong.length === 0) setRefusal(refusalOf(error));
    }
  };

  if (like) {
    return (
      <LooksLike
        name={name}
        people={like}
        isPending={add.isPending}
        onAnswer={(answer) => void save(form.getValues(), answer)}
        onBack={() => setLike(null)}
      />
    );
  }
  /** The course has no class: one is made here, and is chosen. What is typed stays. */
  const made = ([first]: readonly ClassRow[]) => {
    setMaking(false);
    if (first) form.setFieldValue('class_id', String(first.class_id));
  };
  return (
    <>
      <FormShell
        onSubmit={form.onSubmit((values) => void save(values))}
        submitLabel={t.submit}
        busyLabel={t.busy}
        isPending={add.isPending}
        isLong={isMore}
        error={refusal}
      >
        <FieldRow>
          <TextInput
            {...form.getInputProps('first_name')}
            label={fields.first_name}
            maxLength={60}
            autoComplete="off"
            data-autofocus
            required
          />
          <TextInput
            {...form.getInputProps('last_name')}
            label={fields.last_name}
            maxLength={60}
            autoComplete="off"
          />
        </FieldRow>
        <FieldRow>
          <TextInput
            {...form.getInputProps('email_id')}
            label={fields.email_id}
            type="email"
            maxLength={254}
            autoComplete="off"
          />
          <TextInput
            {...form.getInputProps('phone_number')}
            label={fields.phone_number}
            type="tel"
            maxLength={40}
            autoComplete="off"
          />
        </FieldRow>
        <FieldRow>
          <NativeSelect
            {...form.getInputProps('course_id')}
            label={t.course}
            data={[
              { value: '', label: offered.isPending ? texts.ui.loading : t.chooseCourse },
              ...offered.options,
            ]}
            onChange={(event) => {
              form.setFieldValue('course_id', event.currentTarget.value);
              form.setFieldValue('class_id', '');
            }}
            required
          />
          <NativeSelect
            {...form.getInputProps('class_id')}
            label={t.class}
            data={[{ value: '', label: t.noClass }, ...classesOf(slots.data)]}
          />
        </FieldRow>
        {course !== '' && slots.data?.classes.length === 0 ? (
          <Button
            type="button"
            variant="default"
            style={{ alignSelf: 'start' }}
            aria-haspopup="dialog"
            onClick={() => setMaking(true)}
          >
            {classesTexts.dialog.create}
          </Button>
        ) : null}
        <Suspense>
          <AnswerFields
            answers={answers}
            onChange={(now) => {
              onTyped();
              setAnswers(now);
            }}
          />
        </Suspense>
        {isChild ? (
          <Suspense>
            <ConsentFields
              consent={consent}
              onChange={(now) => {
                onTyped();
                setConsent(now);
              }}
            />
          </Suspense>
        ) : null}
        {isMore ? (
          <PersonFactsFields
            form={form}
            zoneHint={proposals.zone ?? aboutPersonTexts.zoneHint}
            languageHint={proposals.language}
          />
        ) : (
          <>
            <ProposedLines {...proposals} />
            <Button
              type="button"
              variant="subtle"
              style={{ alignSelf: 'start' }}
              onClick={() => setMore(true)}
            >
              {t.more}
            </Button>
          </>
        )}
      </FormShell>
      <Suspense>
        {isMaking ? (
          <ClassDialog
            courseId={Number(course)}
            teachers={noTeachers}
            task={newClass}
            isOpen
            onClose={() => setMaking(false)}
            onSaved={(_, saved) => made(saved)}
            onDeleted={() => setMaking(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

interface AddStudentDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Six fields add a student; the others wait behind a button. */
export function AddStudentDialog({ isOpen, onClose }: AddStudentDialogProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const isTyped = useRef(false);
  const done = () => {
    isTyped.current = false;
    onClose();
  };
  const close = async () => {
    if (!isTyped.current || (await confirm(t.discard, { title: t.discardTitle }))) done();
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={() => void close()}
      title={t.title}
      size="lg"
      fullScreen={isPhone}
      closeOnClickOutside={false}
    >
      <AddStudentForm
        onTyped={() => {
          isTyped.current = true;
        }}
        onDone={done}
      />
    </Dialog>
  );
}
