import { reports, rhythms, type Rhythm } from '@gurukul/contract/reports';
import { Button, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { reportsTexts } from '#web/texts/reports.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { tellDone } from '../audit/tell-done.ts';
import type { AskedReport } from './mail-this.tsx';

const t = reportsTexts;

interface ReportDialogProps {
  report: AskedReport;
  onClose: () => void;
}

/** The name and the days of a schedule. Its rows are those of the list behind it. */
export function ReportDialog({ report, onClose }: ReportDialogProps) {
  const add = useAction(reports.add_report);
  const [name, setName] = useState<string>(t.lists[report.list]);
  const [rhythm, setRhythm] = useState<Rhythm>('weekly');
  const [isLast, setLast] = useState(false);
  const [fault, setFault] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const refuse = (why: string) => {
    setFault(why);
    box.current?.focus();
  };
  const save = async () => {
    try {
      const asked = report.list === 'attendance' ? report : { ...report, last_period: isLast };
      const answer = await add.run({ name: name.trim(), rhythm, report: asked });
      tellDone(answer, t.saved(formatDate(answer.data.next_on)), { kind: 'changed', what: name.trim() });
      onClose();
    } catch (error) {
      refuse(messageOf(error, texts.errors.wentWrong));
    }
  };
  const press = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') refuse(t.nameNeeded);
    else if (!add.isPending) void save();
  };
  return (
    <Dialog opened onClose={onClose} title={t.dialog} closeButtonProps={{ 'aria-label': texts.ui.close }}>
      <form onSubmit={press}>
        <Stack gap="md">
          <TextInput
            ref={box}
            label={t.name}
            value={name}
            maxLength={100}
            error={fault}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setFault('');
            }}
          />
          <Radio.Group
            label={t.rhythm}
            description={t.hour}
            value={rhythm}
            onChange={(next) => setRhythm(rhythms.find((each) => each === next) ?? 'weekly')}
          >
            <Stack gap="xs" mt="xs">
              {rhythms.map((each) => (
                <Radio key={each} value={each} label={t.rhythms[each]} />
              ))}
            </Stack>
          </Radio.Group>
          {report.list === 'attendance' ? (
            <Text size="sm">{t.attendancePeriod}</Text>
          ) : (
            <Checkbox
              label={t.lastPeriod}
              checked={isLast}
              onChange={(event) => setLast(event.currentTarget.checked)}
            />
          )}
          <Text size="sm" c="dimmed">
            {t.limit}
          </Text>
          <Button type="submit" aria-disabled={add.isPending}>
            {t.save}
          </Button>
          <AppLink href={paths.reports}>{t.all}</AppLink>
        </Stack>
      </form>
    </Dialog>
  );
}
