import { longestKept, type Question } from '@gurukul/contract/questions';
import {
  askedPlaces,
  longestLabel,
  questionAbouts,
  questionKinds,
  type AskedPlace,
} from '@gurukul/contract/shared/question-answers';
import { Checkbox, Group, NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import type { DraftRow } from '#web/lib/draft-rows.ts';
import { questionsTexts } from '#web/texts/questions.ts';
import { FieldRow } from '#web/ui/form/form-shell.tsx';

const t = questionsTexts;

export type ChoicesIn = 'choices' | 'choices_te' | 'choices_hi';

/** A question while it is edited. */
export interface QuestionDraft extends DraftRow, Omit<Question, 'question_id' | ChoicesIn> {
  /** One on each line. */
  readonly choices: string;
  /** In their order; an empty line where the English one stands. */
  readonly choices_te: string;
  readonly choices_hi: string;
}

export const hasChoices = ({ kind }: Pick<Question, 'kind'>) => kind === 'choice' || kind === 'several';

export const otherChoicesOf = (typed: string): string[] =>
  typed
    .trimEnd()
    .split('\n')
    .map((choice) => choice.trim());

export const choicesOf = (typed: string): string[] =>
  typed.split('\n').flatMap((choice) => choice.trim() || []);

interface QuestionFieldsProps {
  draft: QuestionDraft;
  errors: Partial<Record<'label' | ChoicesIn, string>>;
  change: (to: Partial<QuestionDraft>) => void;
}

/** Everything that is said about one question. */
export function QuestionFields({ draft, errors, change }: QuestionFieldsProps) {
  const isSaved = draft.id !== null;
  const stays = isSaved ? { disabled: true, description: t.stays } : {};
  return (
    <Stack>
      <TextInput
        label={t.label}
        description={t.labelHint}
        placeholder={t.labelExample}
        maxLength={longestLabel}
        value={draft.label}
        error={errors.label}
        onChange={({ currentTarget: { value } }) => change({ label: value })}
        required
      />
      <FieldRow>
        <NativeSelect
          label={t.kind}
          data={questionKinds.map((value) => ({ value, label: t.kinds[value] }))}
          value={draft.kind}
          onChange={({ currentTarget: { value } }) =>
            change({ kind: questionKinds.find((kind) => kind === value) ?? 'line' })
          }
          {...stays}
        />
        <NativeSelect
          label={t.about}
          description={t.aboutHint}
          data={questionAbouts.map((value) => ({ value, label: t.abouts[value] }))}
          value={draft.about}
          onChange={({ currentTarget: { value } }) =>
            change({ about: value === 'enrolment' ? 'enrolment' : 'person' })
          }
          {...stays}
        />
      </FieldRow>
      {hasChoices(draft) ? (
        <Textarea
          label={t.choices}
          description={t.choicesHint}
          value={draft.choices}
          error={errors.choices}
          onChange={({ currentTarget: { value } }) => change({ choices: value })}
          autosize
          minRows={3}
          required
        />
      ) : null}
      <Checkbox.Group
        label={t.asked}
        description={t.askedHint}
        value={[...draft.asked]}
        onChange={(chosen) => change({ asked: askedPlaces.filter((place) => chosen.includes(place)) })}
      >
        <Group gap="lg" mt="xs">
          {askedPlaces.map((place: AskedPlace) => (
            <Checkbox key={place} value={place} label={t.places[place]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox
        label={t.teachers}
        description={t.teachersHint}
        checked={draft.shown_to === 'teachers'}
        onChange={({ currentTarget: { checked } }) => change({ shown_to: checked ? 'teachers' : 'office' })}
      />
      <FieldRow>
        <NumberInput
          label={t.keep}
          description={t.keepHint}
          value={draft.keep_count ?? ''}
          onChange={(typed) => change({ keep_count: typeof typed === 'number' ? typed : null })}
          min={1}
          max={longestKept}
          clampBehavior="strict"
          allowDecimal={false}
        />
        <NativeSelect
          label={t.unit}
          data={(['days', 'months'] as const).map((value) => ({ value, label: t.units[value] }))}
          value={draft.keep_unit}
          onChange={({ currentTarget: { value } }) =>
            change({ keep_unit: value === 'days' ? 'days' : 'months' })
          }
        />
      </FieldRow>
      <FieldRow>
        {(['label_te', 'label_hi'] as const).map((field) => (
          <TextInput
            key={field}
            label={field === 'label_te' ? t.labelTe : t.labelHi}
            description={t.otherHint}
            maxLength={longestLabel}
            value={draft[field]}
            onChange={({ currentTarget: { value } }) => change({ [field]: value })}
          />
        ))}
      </FieldRow>
      {hasChoices(draft) ? (
        <FieldRow>
          {(['choices_te', 'choices_hi'] as const).map((field) => (
            <Textarea
              key={field}
              label={field === 'choices_te' ? t.choicesTe : t.choicesHi}
              description={t.otherChoicesHint}
              value={draft[field]}
              error={errors[field]}
              onChange={({ currentTarget: { value } }) => change({ [field]: value })}
              autosize
              minRows={3}
            />
          ))}
        </FieldRow>
      ) : null}
    </Stack>
  );
}
