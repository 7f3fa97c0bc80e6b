import { settlements } from '@gurukul/contract/settlements';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { refusalOf } from '#web/calls/errors.ts';
import { useBusy } from '#web/lib/use-busy.ts';
import { today } from '#web/lib/format/format.ts';
import { saveExport } from '#web/features/exports/server-export.tsx';
import { settlementsTexts } from '#web/texts/settlements.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = settlementsTexts.journal;

/** The month before this one: the one that is over. */
function lastMonth(): string {
  const [year = 0, month = 1] = today().split('-').map(Number);
  const before = month === 1 ? [year - 1, 12] : [year, month - 1];
  return `${before[0]}-${String(before[1]).padStart(2, '0')}`;
}

const isMonth = (text: string) => /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(text);

/** The journal of a month as a file for an accounting system. */
export function JournalDownload() {
  const [month, setMonth] = useState(lastMonth);
  const [isBusy, setBusy] = useBusy();
  const save = async () => {
    if (isBusy || !isMonth(month)) return;
    setBusy(true);
    try {
      await saveExport(settlements.export_journal, { month });
    } catch (error) {
      toast.error(refusalOf(error, texts.ui.export.failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t.title}>
      <Text c="dimmed" mb="md">
        {t.lead}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Group align="end" gap="sm">
          <TextInput
            type="month"
            label={t.month}
            min="2000-01"
            max="2099-12"
            required
            withAsterisk={false}
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            aria-disabled={isBusy}
            leftSection={<IconDownload aria-hidden size={18} />}
          >
            {isBusy ? t.busy : t.download}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
