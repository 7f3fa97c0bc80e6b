import { certificates, type FinishRule } from '@gurukul/contract/certificates';
import { Button, Checkbox, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { certificatesTexts } from '#web/texts/certificates.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FormShell } from '#web/ui/form/form-shell.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ruleWords } from './finish-words.ts';

const t = certificatesTexts.rule;

interface RuleProps {
  course: { readonly id: number; readonly name: string };
  rule: FinishRule;
  /** Topics of the course that ask for homework, and portions that it tests. */
  asked: number;
  portions: number;
}

const numberOf = (typed: number | string) => (typeof typed === 'number' ? typed : null);

function RuleForm({ course, rule, asked, portions, onDone }: RuleProps & { onDone: () => void }) {
  const [attendance, setAttendance] = useState<number | string>(rule.attendance ?? '');
  const [homework, setHomework] = useState<number | string>(rule.homework ?? '');
  const [isTested, setTested] = useState(rule.portions);
  const [error, setError] = useState('');
  const act = useAction(certificates.set_finish_rule);
  const submit = async () => {
    setError('');
    const wanted = { attendance: numberOf(attendance), homework: numberOf(homework), portions: isTested };
    try {
      const answer = await act.run({ course_id: course.id, ...wanted, expected: rule });
      tellDone(answer, t.done, { kind: 'changed', what: course.name });
      onDone();
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  return (
    <FormShell
      onSubmit={() => void submit()}
      submitLabel={t.submit}
      busyLabel={t.busy}
      isPending={act.isPending}
      error={error}
    >
      <Text>{t.lead}</Text>
      <NumberInput
        label={t.attendance}
        description={t.attendanceHint}
        value={attendance}
        onChange={setAttendance}
        min={1}
        max={100}
        suffix=" %"
        clampBehavior="strict"
        allowDecimal={false}
        data-autofocus
      />
      <NumberInput
        label={t.homework}
        description={t.homeworkHint({ count: formatNumber(asked) })}
        value={homework}
        onChange={setHomework}
        min={1}
        max={1000}
        clampBehavior="strict"
        allowDecimal={false}
      />
      <Checkbox
        label={t.portions}
        description={t.portionsHint({ count: formatNumber(portions) })}
        checked={isTested}
        onChange={({ currentTarget }) => setTested(currentTarget.checked)}
      />
    </FormShell>
  );
}

/** What finishes the course, and for the office the way to change it. */
export function RulePanel({ mayChange, ...about }: RuleProps & { mayChange: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t.title}
      actions={
        mayChange ? (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t.change}
          </Button>
        ) : null
      }
    >
      <Text>{ruleWords(about.rule)}</Text>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t.title}>
        <RuleForm {...about} onDone={() => setOpen(false)} />
      </Dialog>
    </Panel>
  );
}
