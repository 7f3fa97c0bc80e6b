import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { noteMax, students, type NoteReaders, type NoteRow } from '@gurukul/contract/students';
import { Button, Radio, Spoiler, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { useForm } from '@mantine/form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf, refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { History } from '#web/features/audit/history-panel.tsx';
import { hasHistory, tellDone } from '#web/features/audit/tell-done.ts';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import type { GuardOptions } from '#web/layout/use-leave-guard.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { studentTexts } from '#web/texts/student.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTablePager } from '#web/ui/table/pager.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import classes from './student-notes.module.css';
import { Cancel } from '#web/ui/feedback/dialog-foot.tsx';

const t = studentTexts.notes;

interface Student {
  readonly id: number;
  readonly fullname: string;
}

interface Fields {
  body: string;
  readers: NoteReaders;
}

function faultOf(body: string): string | null {
  const length = body.trim().length;
  if (length === 0) return t.missing;
  return length > noteMax ? t.tooLong({ count: length - noteMax }) : null;
}

/** Another page of the notes leaves the forms in place. */
const isLeft: NonNullable<GuardOptions['isLeft']> = (next, current) =>
  next.pathname !== current.pathname || next.search['tab'] !== current.search['tab'];

/** The form of one note. `key` names it where it is kept when the session ends. */
function useNoteForm(key: string, initial: Fields) {
  const beginning = useBeginning(key, initial);
  const form = useForm<Fields>({ initialValues: beginning, validate: { body: faultOf } });
  useKeptForm(form, key, initial, { title: t.leaveTitle, text: t.leave }, { isLeft });
  return form;
}

interface NoteFieldsProps {
  form: ReturnType<typeof useNoteForm>;
  label: string;
  isFocused?: boolean;
}

/** A long text that is pasted is not cut: the field says by how much it is too long. */
const NoteFields = ({ form, label, isFocused = false }: NoteFieldsProps) => (
  <Stack gap="sm">
    <Textarea
      {...form.getInputProps('body')}
      label={label}
      autosize
      minRows={3}
      maxRows={16}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the note was that was pressed
      autoFocus={isFocused}
    />
    {hasHistory() ? (
      <Radio.Group {...form.getInputProps('readers')} label={t.whoReads}>
        <Stack gap={4} mt={4}>
          <Radio value="office" label={t.readers.office} />
          <Radio value="teachers" label={t.readers.teachers} />
        </Stack>
      </Radio.Group>
    ) : (
      <Text size="sm" c="dimmed">
        {t.forTeachers}
      </Text>
    )}
  </Stack>
);

/** Saves a note and says so. It resolves with whether it is saved; a refusal stands in the form. */
function useSaving({ id, fullname }: Student) {
  const { run, isPending } = useAction(students.save_note);
  const [refusal, setRefusal] = useState('');
  const [isOvertaken, setOvertaken] = useState(false);
  const save = async (note: Omit<CallInput<typeof students.save_note>, 'user_id'>, done: string) => {
    setRefusal('');
    setOvertaken(false);
    try {
      tellDone(await run({ user_id: id, ...note }), done, { kind: 'changed', what: fullname });
      return true;
    } catch (error) {
      if (refusedWith(error, 'conflict')) setOvertaken(true);
      else setRefusal(refusalOf(error));
      return false;
    }
  };
  return { save, isPending, refusal, isOvertaken };
}

interface NewNoteProps {
  student: Student;
  onAdded: () => void;
}

function NewNote({ student, onAdded }: NewNoteProps) {
  const [initial] = useState<Fields>({ body: '', readers: hasHistory() ? 'office' : 'teachers' });
  const form = useNoteForm(`new note ${student.id}`, initial);
  const { save, isPending, refusal } = useSaving(student);
  const add = async (fields: Fields) => {
    if (!(await save(fields, t.added))) return;
    form.setValues(initial);
    form.resetDirty(initial);
    onAdded();
  };
  return (
    <FormShell
      onSubmit={form.onSubmit((fields) => void add(fields))}
      submitLabel={t.add}
      busyLabel={t.busy}
      isPending={isPending}
      error={refusal}
    >
      <NoteFields form={form} label={t.new} />
    </FormShell>
  );
}

interface NoteEditorProps {
  student: Student;
  note: NoteRow;
  onDone: () => void;
  /** Reads what is saved, and begins anew with it. */
  onReload: () => Promise<void>;
}

function NoteEditor({ student, note, onDone, onReload }: NoteEditorProps) {
  const [{ note_id, version, body, readers }] = useState(note);
  const form = useNoteForm(`note ${note_id}`, { body, readers });
  const { save, isPending, refusal, isOvertaken } = useSaving(student);
  const submit = async (fields: Fields, since: string | undefined) => {
    if (await save({ note_id, ...fields, version: since }, t.saved)) onDone();
  };
  return (
    <FormShell
      onSubmit={form.onSubmit((fields) => void submit(fields, version))}
      submitLabel={t.save}
      busyLabel={t.busy}
      isPending={isPending}
      error={refusal}
      actions={<Cancel onClick={onDone} />}
    >
      {isOvertaken ? (
        <SavedMeanwhile onLoad={onReload} onKeep={() => submit(form.getValues(), undefined)} />
      ) : null}
      <NoteFields form={form} label={t.note} isFocused />
    </FormShell>
  );
}

const writtenBy = ({ written_by: by, written_at: at }: NoteRow) =>
  t.by({ name: by ?? t.somebody, at: formatDateTime(at) });

function NoteFacts({ note }: { note: NoteRow }) {
  const { written_by: by, written_at: at, readers, changed } = note;
  return (
    <p className={classes.facts}>
      <span className={classes.author}>{by ?? t.somebody}</span>
      <time dateTime={at}>{formatDateTime(at)}</time>
      {/* A teacher reads only what is for teachers. */}
      {hasHistory() ? (
        <StatusBadge tone={readers === 'office' ? 'calm' : 'info'}>{t.readers[readers]}</StatusBadge>
      ) : null}
      {changed ? (
        <span>{t.changed({ name: changed.by ?? t.somebody, at: formatDateTime(changed.at) })}</span>
      ) : null}
    </p>
  );
}

interface NoteActionsProps {
  note: NoteRow;
  isHistoryOpen: boolean;
  onEdit: () => void;
  onHistory: () => void;
  onDelete: () => void;
}

function NoteActions({ note, isHistoryOpen, onEdit, onHistory, onDelete }: NoteActionsProps) {
  const look = { size: 'compact-sm', variant: 'default' } as const;
  const about = <VisuallyHidden>{`: ${writtenBy(note)}`}</VisuallyHidden>;
  const isOffice = hasHistory();
  if (!note.can.change && !isOffice) return null;
  return (
    <div className={classes.actions}>
      {note.can.change ? (
        <>
          <Button {...look} onClick={onEdit}>
            {t.edit}
            {about}
          </Button>
          <Button {...look} onClick={onDelete}>
            {t.delete}
            {about}
          </Button>
        </>
      ) : null}
      {isOffice ? (
        <Button {...look} aria-expanded={isHistoryOpen} onClick={onHistory}>
          {t.history}
          {about}
        </Button>
      ) : null}
    </div>
  );
}

/** Ten lines, in px: higher notes are folded. */
const foldedFrom = 248;

interface NoteProps {
  student: Student;
  note: NoteRow;
  /** The form of the note, in its place. */
  editor: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
}

function Note({ student, note, editor, onEdit, onDelete }: NoteProps) {
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const place = useRef<HTMLLIElement>(null);
  const isEdited = editor !== null;
  const wasEdited = useRef(isEdited);
  useEffect(() => {
    // The form took the keyboard's place along.
    if (wasEdited.current && !isEdited) place.current?.focus({ preventScroll: true });
    wasEdited.current = isEdited;
  }, [isEdited]);
  return (
    <li ref={place} tabIndex={-1} data-note className={classes.note} aria-label={writtenBy(note)}>
      <NoteFacts note={note} />
      {editor ?? (
        <>
          <Spoiler maxHeight={foldedFrom} showLabel={t.whole} hideLabel={t.less} transitionDuration={0}>
            <p className={classes.body}>{note.body}</p>
          </Spoiler>
          <NoteActions
            note={note}
            isHistoryOpen={isHistoryOpen}
            onEdit={onEdit}
            onHistory={() => setHistoryOpen(!isHistoryOpen)}
            onDelete={onDelete}
          />
          {isHistoryOpen ? <History of={{ note_id: note.note_id }} name={student.fullname} /> : null}
        </>
      )}
    </li>
  );
}

interface NoteListProps {
  student: Student;
  notes: readonly NoteRow[];
  readAgain: () => Promise<readonly NoteRow[] | undefined>;
}

/** Notes that are being edited stay where they are when somebody else deletes them: what was typed is not lost. */
function NoteList({ student, notes, readAgain }: NoteListProps) {
  const [edited, setEdited] = useState<readonly NoteRow[]>([]);
  const remove = useAction(students.delete_note);
  const place = useRef<HTMLDivElement>(null);
  const dropped = useRef<{ readonly note: NoteRow; readonly index: number } | null>(null);
  const without = ({ note_id }: NoteRow) => edited.filter((one) => one.note_id !== note_id);
  const editedOf = ({ note_id }: NoteRow) => edited.find((one) => one.note_id === note_id);
  const isThere = ({ note_id }: NoteRow) => notes.some((one) => one.note_id === note_id);
  const shown = [...notes, ...edited.filter((note) => !isThere(note))].toSorted(
    (one, other) => other.note_id - one.note_id,
  );

  useEffect(() => {
    if (dropped.current === null || isThere(dropped.current.note)) return;
    // Its button went with it.
    const rows = place.current?.querySelectorAll<HTMLElement>('[data-note]') ?? [];
    const next = rows[Math.min(dropped.current.index, rows.length - 1)] ?? place.current;
    next?.focus({ preventScroll: true });
    dropped.current = null;
  });

  const drop = async (note: NoteRow, index: number) => {
    if (remove.isPending) return;
    try {
      dropped.current = { note, index };
      const answer = await remove.run({ note_id: note.note_id });
      tellDone(answer, t.deleted, { kind: 'changed', what: student.fullname });
    } catch (error) {
      dropped.current = null;
      toast.error(messageOf(error));
    }
  };
  const reload = async (note: NoteRow) => {
    const read = await readAgain();
    const now = read?.find(({ note_id }) => note_id === note.note_id);
    setEdited(now ? [...without(note), now] : without(note));
  };

  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {shown.length === 0 ? <Text c="dimmed">{t.none}</Text> : null}
      {shown.length > 0 ? (
        <ul className={classes.notes} aria-label={t.of({ name: student.fullname })}>
          {shown.map((note, index) => {
            const open = editedOf(note);
            return (
              <Note
                key={note.note_id}
                student={student}
                note={note}
                editor={
                  open ? (
                    <NoteEditor
                      key={open.version}
                      student={student}
                      note={open}
                      onDone={() => setEdited(without(note))}
                      onReload={() => reload(note)}
                    />
                  ) : null
                }
                onEdit={() => setEdited([...edited, note])}
                onDelete={() => void drop(note, index)}
              />
            );
          })}
        </ul>
      ) : null}
    </div>
  );
}

/** What the staff wrote about a student, newest first, a page at a time, and a place to write. */
export function StudentNotes({ student }: { student: Student }) {
  const view = useTableSearch(pageSizes.notes, '', 'notes-');
  const { page, size: pageSize } = view;
  const read = useQuery({
    ...query(students.get_notes, { id: student.id, page, pageSize }),
    placeholderData: keepPreviousData,
  });
  const { data: notes, total_count: count = 0 } = read.data ?? {};
  useLastPage(view, {
    rows: notes,
    total: read.data?.total_count,
    isStale: read.isPlaceholderData,
    error: read.error,
  });
  const readAgain = async () => {
    const { data, error } = await read.refetch();
    if (error) toast.error(refusalOf(error));
    return data?.data;
  };
  return (
    <Panel title={t.title}>
      <NewNote student={student} onAdded={() => view.setPage(1, 'replace')} />
      {notes ? <NoteList student={student} notes={notes} readAgain={readAgain} /> : null}
      {count > pageSize ? <DataTablePager label={t.title} view={view} page={page} count={count} /> : null}
      {!notes && read.error ? (
        <FailedState message={read.error.message} onRetry={() => void read.refetch()} />
      ) : null}
      {!notes && !read.error ? <LoadingState /> : null}
    </Panel>
  );
}
