import { questions, type Question } from '@gurukul/contract/questions';
import { choiceKeys, labelKey, mostQuestions } from '@gurukul/contract/shared/question-answers';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { refusalOf, refusedWith } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { newKey } from '#web/lib/draft-rows.ts';
import { questionsTexts } from '#web/texts/questions.ts';
import { EditRows } from '#web/ui/form/edit-rows.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx';
import {
  choicesOf,
  hasChoices,
  otherChoicesOf,
  QuestionFields,
  type QuestionDraft,
} from './question-fields.tsx';
import { saidOf } from './said-of.ts';

const t = questionsTexts;

const draftOf = ({ question_id: id, choices, choices_te, choices_hi, ...rest }: Question): QuestionDraft => ({
  ...rest,
  key: `question-${id}`,
  id,
  choices: choices.join('\n'),
  choices_te: choices_te.join('\n'),
  choices_hi: choices_hi.join('\n'),
});

/** What most questions are: about the student, read by the office, gone a year after they left. */
const newQuestion = (): QuestionDraft => ({
  key: newKey(),
  id: null,
  about: 'person',
  kind: 'line',
  label: '',
  label_te: '',
  label_hi: '',
  choices: '',
  choices_te: '',
  choices_hi: '',
  asked: ['form', 'add'],
  shown_to: 'office',
  keep_count: 12,
  keep_unit: 'months',
});

const choicesIn = (draft: Omit<QuestionDraft, 'key' | 'id'>) =>
  hasChoices(draft)
    ? {
        choices: choicesOf(draft.choices),
        choices_te: otherChoicesOf(draft.choices_te),
        choices_hi: otherChoicesOf(draft.choices_hi),
      }
    : { choices: [], choices_te: [], choices_hi: [] };

function faultsOf(draft: QuestionDraft) {
  const all = choicesIn(draft);
  const { choices, choices_te, choices_hi } = all;
  const keys = choiceKeys(all).flat();
  const isTwice = new Set(choices.map(labelKey)).size < choices.length || new Set(keys).size < keys.length;
  return {
    ...(draft.label.trim() === '' && { label: t.missing }),
    ...(hasChoices(draft) && choices.length === 0 && { choices: t.choicesMissing }),
    ...(choices_te.length > choices.length && { choices_te: t.moreChoices }),
    ...(choices_hi.length > choices.length && { choices_hi: t.moreChoices }),
    ...(isTwice && { choices: t.choiceTwice }),
  };
}

const isFaulty = (draft: QuestionDraft) => Object.keys(faultsOf(draft)).length > 0;

interface QuestionsFormProps {
  saved: readonly Question[];
  version: string;
  onTyped: () => void;
  onDone: () => void;
  /** Begins anew with what is stored now. */
  onReload: () => Promise<unknown>;
}

/** All own questions, one of them open at a time. */
export function QuestionsForm({ saved, version, onTyped, onDone, onReload }: QuestionsFormProps) {
  const [rows, setRows] = useState<readonly QuestionDraft[]>(() => saved.map(draftOf));
  const [open, setOpen] = useState('');
  const [isTried, setTried] = useState(false);
  const [isOvertaken, setOvertaken] = useState(false);
  const [refusal, setRefusal] = useState('');
  const save = useAction(questions.save_questions);
  const change = (to: (now: readonly QuestionDraft[]) => readonly QuestionDraft[]) => {
    onTyped();
    setRows(to);
  };

  const submit = async (since: string | undefined) => {
    setRefusal('');
    setOvertaken(false);
    setTried(true);
    const faulty = rows.find(isFaulty);
    if (faulty) return setOpen(faulty.key);
    try {
      const answer = await save.run({
        questions: rows.map(({ key: _key, id, ...draft }) => ({
          ...draft,
          question_id: id,
          ...choicesIn(draft),
        })),
        removed: saved
          .map(({ question_id: id }) => id)
          .filter((known) => !rows.some(({ id }) => id === known)),
        version: since,
      });
      tellDone(answer, t.saved, { kind: 'changed', what: t.title });
      onDone();
    } catch (error) {
      if (refusedWith(error, 'conflict')) setOvertaken(true);
      else setRefusal(refusalOf(error));
    }
  };

  return (
    <FormShell
      onSubmit={() => void submit(version)}
      submitLabel={t.save}
      isPending={save.isPending}
      error={refusal}
      isLong
    >
      {isOvertaken ? <SavedMeanwhile onLoad={onReload} onKeep={() => submit(undefined)} /> : null}
      <EditRows
        rows={rows}
        change={change}
        label={t.title}
        addLabel={t.add}
        emptyText={t.none}
        canAdd={rows.length < mostQuestions}
        makeRow={() => {
          const row = newQuestion();
          setOpen(row.key);
          return row;
        }}
        nameOf={({ label }, index) => label.trim() || t.nth({ place: index + 1 })}
        renderFields={(draft) =>
          draft.key === open ? (
            <QuestionFields
              draft={draft}
              errors={isTried ? faultsOf(draft) : {}}
              change={(to) =>
                change((now) => now.map((one) => (one.key === draft.key ? { ...one, ...to } : one)))
              }
            />
          ) : (
            <>
              <Text c="dimmed">{saidOf(draft)}</Text>
              <Button
                size="compact-sm"
                variant="default"
                mt="xs"
                aria-label={`${t.change}: ${draft.label}`}
                onClick={() => setOpen(draft.key)}
              >
                {t.change}
              </Button>
            </>
          )
        }
      />
      {rows.length < mostQuestions ? null : <Text c="dimmed">{t.most({ count: mostQuestions })}</Text>}
    </FormShell>
  );
}
