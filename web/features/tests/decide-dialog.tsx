import { testResults, tests, type TestResult, type TestRow } from '@gurukul/contract/tests';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { testsTexts } from '#web/texts/tests.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { nameOf } from './test-words.ts';

const t = testsTexts;

function DecideForm({ test, onDone }: { test: TestRow; onDone: () => void }) {
  const [result, setResult] = useState<TestResult | null>(
    testResults.find((one) => one === test.state) ?? null,
  );
  const [words, setWords] = useState(test.words);
  const [error, setError] = useState('');
  const decide = useAction(tests.decide);
  const submit = async () => {
    if (result === null) return setError(t.chooseResult);
    try {
      const answer = await decide.run({ test_id: test.test_id, result, words });
      tellDone(answer, t.decided, { kind: 'changed', what: nameOf(test) });
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  return (
    <FormShell
      onSubmit={() => void submit()}
      submitLabel={t.saveResult}
      isPending={decide.isPending}
      error={error}
    >
      <Radio.Group
        label={t.result}
        value={result}
        onChange={(value) => setResult(testResults.find((one) => one === value) ?? null)}
      >
        <Stack gap="xs" mt="xs">
          {testResults.map((one) => (
            <Radio key={one} value={one} label={t.states[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t.sentence}
        description={t.sentenceHint}
        maxLength={300}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </FormShell>
  );
}

/** What became of a test, or a correction of it. */
export const DecideDialog = ({ test, onClose }: { test: TestRow | null; onClose: () => void }) => (
  <Dialog opened={test !== null} onClose={onClose} title={test ? nameOf(test) : ''}>
    {test ? <DecideForm key={test.test_id} test={test} onDone={onClose} /> : null}
  </Dialog>
);
