import { people, type ChecksOf } from '@gurukul/contract/people';
import {
  longestKind,
  longestNumber,
  mostChecks,
  volunteerStages,
  type VolunteerStage,
} from '@gurukul/contract/shared/person/checks';
import { Autocomplete, Checkbox, MultiSelect, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { fresh, useFresh } from '#web/calls/use-fresh.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { useBeginning, useKeptForm } from '#web/layout/use-kept-form.ts';
import { newKey, type DraftRow } from '#web/lib/draft-rows.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { nameOfCode, spokenChoices } from '#web/lib/format/spoken-languages.ts';
import { spokenCode } from '@gurukul/contract/shared/person/spoken-languages';
import { checksTexts } from '#web/texts/checks.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { EditRows } from '#web/ui/form/edit-rows.tsx';
import { FieldRow, FormShell } from '#web/ui/form/form-shell.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import { FoldedPanel } from '#web/ui/folded-panel.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { CheckedBadge } from './checked-badge.tsx';

const t = checksTexts;

interface CheckDraft extends DraftRow {
  readonly kind: string;
  readonly number: string;
  readonly valid_until: string;
  /** Who saw it when; '' for a new one. */
  readonly seen: string;
}

interface Fields {
  stage: VolunteerStage | '';
  course_ids: string[];
  languages: string[];
  for_children: boolean;
  checks: readonly CheckDraft[];
}

const seenOf = ({ seen_by, seen_at }: ChecksOf['checks'][number]) =>
  t.seenBy({ name: seen_by, day: formatDate(seen_at) });

const fieldsOf = ({ path, checks }: ChecksOf): Fields => ({
  stage: path?.stage ?? '',
  course_ids: path?.course_ids.map(String) ?? [],
  languages: [...(path?.languages ?? [])],
  for_children: path?.for_children ?? false,
  checks: checks.map((check) => ({
    key: `check-${check.check_id}`,
    id: check.check_id,
    kind: check.kind,
    number: check.number ?? '',
    valid_until: check.valid_until ?? '',
    seen: seenOf(check),
  })),
});

const newCheck = (): CheckDraft => ({
  key: newKey(),
  id: null,
  kind: '',
  number: '',
  valid_until: '',
  seen: '',
});

/** Those of the provider, and others that were chosen before. */
function languageChoices(chosen: readonly string[]) {
  const offered = spokenChoices().flatMap(({ value }) => spokenCode(value) ?? []);
  return [...new Set([...offered, ...chosen])].map((value) => ({ value, label: nameOfCode(value) }));
}

/** Under which the form is kept while the session has ended. */
const draftKeyOf = (id: number) => `checks of ${id}`;

interface ChecksFormProps {
  id: number;
  name: string;
  saved: ChecksOf;
  onReload: () => Promise<unknown>;
}

function ChecksForm({ id, name, saved, onReload }: ChecksFormProps) {
  const [initial] = useState(() => fieldsOf(saved));
  const key = draftKeyOf(id);
  const form = useForm<Fields>({
    initialValues: useBeginning(key, initial),
    validate: { checks: (all) => (all.every(({ kind }) => kind.trim() !== '') ? null : t.kindMissing) },
  });
  useKeptForm(form, key, initial, { title: t.discardTitle, text: t.discard });
  const [isOvertaken, setOvertaken] = useState(false);
  const [refusal, setRefusal] = useState('');
  const save = useAction(people.save_checks);
  const { stage, course_ids, languages, checks } = form.values;
  const change = (to: (rows: readonly CheckDraft[]) => readonly CheckDraft[]) =>
    form.setFieldValue('checks', to);
  const edit = (row: CheckDraft, changed: Partial<CheckDraft>) =>
    change((rows) => rows.map((each) => (each.key === row.key ? { ...each, ...changed } : each)));

  const submit = async (fields: Fields, version: string | undefined) => {
    setRefusal('');
    setOvertaken(false);
    const path = {
      course_ids: fields.course_ids.map(Number),
      languages: fields.languages,
      for_children: fields.for_children,
    };
    try {
      const answer = await save.run({
        user_id: id,
        path: fields.stage === '' ? null : { stage: fields.stage, ...path },
        checks: fields.checks.map(({ id: check_id, kind, number, valid_until }) => ({
          check_id,
          kind,
          number,
          valid_until: valid_until || null,
        })),
        version,
      });
      tellDone(answer, t.saved({ name }), { kind: 'changed', what: name });
      form.resetDirty();
      await onReload();
    } catch (error) {
      if (refusedWith(error, 'conflict')) setOvertaken(true);
      else setRefusal(refusalOf(error));
    }
  };

  return (
    <FormShell
      onSubmit={form.onSubmit((fields) => void submit(fields, saved.version))}
      submitLabel={t.save}
      busyLabel={t.save}
      isPending={save.isPending}
      error={refusal || (form.errors['checks'] ? t.kindMissing : '')}
    >
      {isOvertaken ? (
        <SavedMeanwhile onLoad={onReload} onKeep={() => submit(form.getValues(), undefined)} />
      ) : null}
      <NativeSelect
        {...form.getInputProps('stage')}
        label={t.stage}
        description={saved.path ? t.since({ day: formatDate(saved.path.since) }) : undefined}
        data={[
          { value: '', label: t.noStage },
          ...volunteerStages.map((value) => ({ value, label: t.stages[value] })),
        ]}
      />
      {stage === '' ? null : (
        <>
          <FieldRow>
            <MultiSelect
              label={t.courses}
              description={t.coursesHint}
              data={saved.courses.map(({ course_id, course_name }) => ({
                value: String(course_id),
                label: course_name,
              }))}
              value={course_ids}
              onChange={(ids) => form.setFieldValue('course_ids', ids)}
              searchable
            />
            <MultiSelect
              label={t.languages}
              data={languageChoices(languages)}
              value={languages}
              onChange={(codes) => form.setFieldValue('languages', codes)}
              searchable
            />
          </FieldRow>
          <Checkbox
            {...form.getInputProps('for_children', { type: 'checkbox' })}
            label={t.forChildren}
            description={t.forChildrenHint}
          />
        </>
      )}
      <EditRows
        rows={checks}
        change={change}
        nameOf={({ kind }, index) => kind || t.nth({ place: index + 1 })}
        label={t.checks}
        addLabel={t.add}
        makeRow={newCheck}
        emptyText={t.noChecks}
        canAdd={checks.length < mostChecks}
        isOrdered={false}
        renderFields={(row) => (
          <>
            <FieldRow>
              <Autocomplete
                label={t.kind}
                placeholder={t.kindExample}
                data={[...saved.kinds]}
                value={row.kind}
                onChange={(kind) => edit(row, { kind })}
                maxLength={longestKind}
                required
              />
              <TextInput
                label={t.number}
                description={t.numberHint}
                value={row.number}
                onChange={({ currentTarget: { value } }) => edit(row, { number: value })}
                maxLength={longestNumber}
                autoComplete="off"
              />
              <DateField
                label={t.until}
                description={t.untilHint}
                value={row.valid_until}
                onChange={(valid_until) => edit(row, { valid_until })}
                clearable
              />
            </FieldRow>
            {row.seen ? (
              <Text size="sm" c="dimmed" mt="xs">
                {row.seen}
              </Text>
            ) : null}
          </>
        )}
      />
    </FormShell>
  );
}

/** What a course admin reads: no numbers. */
const ChecksRead = ({ path, courses, checks }: ChecksOf) => (
  <DescriptionList
    facts={[
      [t.stage, path ? t.stages[path.stage] : t.noStage],
      [t.courses, courses.map(({ course_name }) => course_name).join(', ')],
      [t.languages, path?.languages.map(nameOfCode).join(', ')],
      ...checks.map(
        (check) =>
          [
            check.kind,
            [
              check.valid_until ? t.untilDay({ day: formatDate(check.valid_until) }) : t.noEnd,
              seenOf(check),
            ].join(' · '),
          ] as const,
      ),
    ]}
  />
);

/** How far somebody is on the way to teaching, and the checks that the office has seen. */
export function ChecksPanel({ id, name }: { id: number; name: string }) {
  const read = useQuery({
    ...query(people.get_checks, { id }),
    ...fresh,
  });
  const { found: saved, round, reload } = useFresh(read);
  if (!saved) return null;
  const content = (
    <Stack>
      <Text c="dimmed">{t.lead}</Text>
      {saved.can.change ? (
        <ChecksForm key={round} id={id} name={name} saved={saved} onReload={reload} />
      ) : (
        <ChecksRead {...saved} />
      )}
    </Stack>
  );
  if (saved.path === null && saved.checks.length === 0)
    return (
      <FoldedPanel title={t.title} said={t.noStage} draftKey={draftKeyOf(id)}>
        {content}
      </FoldedPanel>
    );
  return (
    <Panel title={t.title} actions={saved.checks.length > 0 ? <CheckedBadge of={saved} /> : null}>
      {content}
    </Panel>
  );
}
