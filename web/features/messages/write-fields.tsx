import {
  changedField,
  longestSubject,
  messages,
  officeField,
  teachersField,
  type MessageTemplate,
  type MessageVersion,
} from '@gurukul/contract/messages';
import { isMessageField, messageFields } from '@gurukul/contract/shared/message-fields';
import { questions, type Question } from '@gurukul/contract/questions';
import {
  isPortalLanguage,
  portalLanguages,
  type PortalLanguage,
} from '@gurukul/contract/shared/words/languages';
import {
  Blockquote,
  Checkbox,
  NativeSelect,
  Radio,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { formatNumber, formatZone, today, viewerZone } from '#web/lib/format/format.ts';
import { languageName } from '#web/texts/language.ts';
import { messagesTexts } from '#web/texts/messages.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { RichTextEditor } from '#web/ui/form/rich-text-editor.tsx';
import { fieldName } from './field-names.ts';
import { isDirty, timeOf, type Draft, type When } from './draft.ts';
import { OfficeTexts } from './office-texts.tsx';
import { inLanguage, versionOf, withVersion } from './versions.ts';
import type { Audience, Reply } from './write-button.tsx';

const t = messagesTexts.form;

/** A teacher writes about no money. */
const fieldsFor = (audience: Audience | null) =>
  messageFields.filter(
    (field) =>
      field !== changedField &&
      (field !== officeField || hasHistory()) &&
      (field !== teachersField || (audience !== null && 'teacher_ids' in audience)),
  );

const insertOf = (field: string) => ({
  text: `{${field}}`,
  label: fieldName(field),
  name: t.insert({ field: fieldName(field) }),
});

/** The fixed fields, and the own questions that the writer reads. */
const insertsFor = (audience: Audience | null, asked: readonly Question[]) => {
  const own = asked
    .map(({ label }) => label)
    .filter((label) => !/[{}]/u.test(label) && !isMessageField(label));
  const isToStudents = audience === null || !('teacher_ids' in audience);
  return { label: t.fields, items: [...fieldsFor(audience), ...(isToStudents ? own : [])].map(insertOf) };
};

const isWhen = (value: string): value is When => ['now', 'later', 'nine'].includes(value);

const versionIn = ({ language, subject, body }: MessageTemplate): MessageVersion => ({
  language,
  subject,
  body,
});

interface PartProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function WhenFields({ draft, onChange, hasTried }: PartProps & { hasTried: boolean }) {
  const { when, day, time } = draft;
  const error = hasTried && timeOf(draft) === null ? t.whenMissing : '';
  return (
    <>
      <Radio.Group
        label={t.when}
        value={when}
        onChange={(value) => (isWhen(value) ? onChange({ ...draft, when: value }) : undefined)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="now" label={t.now} />
          <Radio value="later" label={t.later} />
          <Radio value="nine" label={t.nine} />
        </Stack>
      </Radio.Group>
      {when === 'now' ? null : (
        <FieldRow>
          <DateField
            label={t.day}
            required
            min={today()}
            value={day}
            onChange={(next) => onChange({ ...draft, day: next })}
            error={error}
          />
          {when === 'later' ? (
            <TextInput
              type="time"
              label={t.time}
              required
              value={time}
              description={t.clock({ zone: formatZone(viewerZone()) })}
              onChange={({ currentTarget }) => onChange({ ...draft, time: currentTarget.value })}
            />
          ) : null}
        </FieldRow>
      )}
    </>
  );
}

interface LanguagesProps extends PartProps {
  audience: Audience | null;
  open: PortalLanguage;
  onOpen: (language: PortalLanguage) => void;
}

/** The language of the text, and a version for each other one that its readers have. */
function Languages({ audience, draft, onChange, open, onOpen }: LanguagesProps) {
  const asked = useQuery({
    ...query(messages.count_languages, { audience: audience ?? {} }),
    enabled: audience !== null,
  });
  const counts = asked.data?.data ?? [];
  const known = new Set([...counts, ...draft.versions].map(({ language }) => language));
  const others = portalLanguages.filter((each) => each !== draft.language && known.has(each));
  if (others.length === 0) return null;
  const labelOf = (value: PortalLanguage) => {
    const people = counts.find(({ language }) => language === value)?.people ?? 0;
    return t.readersOf({ language: languageName(value), count: formatNumber(people) });
  };
  return (
    <>
      <NativeSelect
        label={t.mainLanguage}
        description={t.mainLanguageHint}
        value={draft.language}
        onChange={({ currentTarget: { value } }) => {
          if (!isPortalLanguage(value)) return;
          onChange(inLanguage(draft, value));
          onOpen(value);
        }}
        data={portalLanguages.map((value) => ({ value, label: languageName(value) }))}
      />
      <SegmentedControl
        aria-label={t.versions}
        value={open}
        onChange={(value) => (isPortalLanguage(value) ? onOpen(value) : undefined)}
        data={[draft.language, ...others].map((value) => ({ value, label: labelOf(value) }))}
      />
    </>
  );
}

interface WriteFieldsProps extends PartProps {
  /** Null: nobody is chosen yet. */
  audience: Audience | null;
  reply?: Reply | undefined;
  /** The language whose text is open. */
  opened: PortalLanguage;
  onOpen: (language: PortalLanguage) => void;
  /** Sending it was tried: what is missing is said. */
  hasTried: boolean;
}

/** Subject, text and time. An answer shows what it answers, and has nothing that is meant for many. */
export function WriteFields({
  audience,
  reply,
  draft,
  onChange,
  opened,
  onOpen,
  hasTried,
}: WriteFieldsProps) {
  const { subject, body } = versionOf(draft, opened);
  const [templateId, setTemplateId] = useState('');
  // The editor begins anew with another text.
  const [round, setRound] = useState(0);
  const templates = useQuery(query(messages.get_templates, {}));
  const asked = useQuery(query(questions.get_questions, {})).data?.data ?? [];
  const all = templates.data?.data ?? [];
  const chosen = all.find(({ template_id: id }) => String(id) === templateId);

  const begin = async (id: string) => {
    const template = all.find(({ template_id: each }) => String(each) === id);
    if (template && isDirty(draft) && !(await confirm(t.replaceQuestion))) return;
    setTemplateId(id);
    if (!template) return;
    const versions = all.filter((one) => one.name === template.name && one !== template);
    onChange({ ...draft, ...versionIn(template), versions: versions.map(versionIn) });
    onOpen(template.language);
    setRound(round + 1);
  };
  return (
    <>
      {reply ? (
        <Blockquote cite={reply.by} p="sm" dir="auto">
          {reply.said}
        </Blockquote>
      ) : null}
      {all.length > 0 ? (
        <NativeSelect
          label={t.template}
          value={templateId}
          onChange={({ currentTarget }) => void begin(currentTarget.value)}
          data={[
            { value: '', label: t.noTemplate },
            ...all.map(({ template_id: id, name, language }) => ({
              value: String(id),
              label: messagesTexts.texts.named({ name, language: languageName(language) }),
            })),
          ]}
        />
      ) : null}
      {reply && draft.versions.length === 0 ? null : (
        <Languages audience={audience} draft={draft} onChange={onChange} open={opened} onOpen={onOpen} />
      )}
      <TextInput
        data-autofocus
        label={t.subject}
        required
        maxLength={longestSubject}
        value={subject}
        onChange={({ currentTarget }) =>
          onChange(withVersion(draft, opened, { subject: currentTarget.value }))
        }
        error={hasTried && subject.trim() === '' ? t.subjectMissing : ''}
      />
      <RichTextEditor
        key={`${opened} ${round}`}
        label={t.text}
        required
        initial={body}
        onChange={(next) => onChange(withVersion(draft, opened, { body: next }))}
        error={hasTried && body === '' ? t.textMissing : ''}
        {...(reply ? {} : { inserts: insertsFor(audience, asked) })}
      />
      {reply ? null : (
        <>
          <Text size="sm" c="dimmed">
            {t.fieldsHint}
          </Text>
          <Checkbox
            label={t.newsletter}
            description={t.newsletterHint}
            checked={draft.newsletter}
            onChange={({ currentTarget }) => onChange({ ...draft, newsletter: currentTarget.checked })}
          />
        </>
      )}
      <WhenFields draft={draft} onChange={onChange} hasTried={hasTried} />
      {hasHistory() ? (
        <OfficeTexts draft={draft} chosen={chosen} onDeleted={() => setTemplateId('')} />
      ) : null}
    </>
  );
}
