import { reportReceiversMax, reports, rhythms, type Rhythm } from '@gurukul/contract/reports';
import { views } from '@gurukul/contract/views';
import { Button, Checkbox, MultiSelect, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { parseSearch, type PlainSearch } from '#web/lib/address/address-search.ts';
import { formatDate } from '#web/lib/format/format.ts';
import type { TableViews } from '#web/lib/address/table-search.ts';
import { paths } from '#web/paths.ts';
import { reportsTexts } from '#web/texts/reports.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { tellDone } from '../audit/tell-done.ts';
import type { MailThisProps } from './mail-this.tsx';

const t = reportsTexts;

interface NamedView {
  readonly name: string;
  readonly search: PlainSearch;
}

/** The saved views of a list: the caller's, those of the office, and those of this device. */
function useViews(table: TableViews | undefined): readonly NamedView[] {
  const { list = '', ofDevice } = table ?? {};
  const known = useQuery({ ...query(views.list_views, { list }), enabled: list !== '' });
  const stored = known.data?.data.filter(({ gone }) => gone.length === 0) ?? [];
  return [
    ...stored.map(({ name, address }) => ({ name, search: parseSearch(address) })),
    ...(ofDevice?.names ?? []).map(({ name, href }) => ({
      name,
      search: parseSearch(href.split('?')[1] ?? ''),
    })),
  ];
}

interface ReportDialogProps extends MailThisProps {
  onClose: () => void;
}

/** The name, the days and the rows of a schedule: those that the list behind it shows, or those of a saved view. */
export function ReportDialog({ report: shown, views: table, reportOf, onClose }: ReportDialogProps) {
  const add = useAction(reports.add_report);
  const named = useViews(table);
  const [view, setView] = useState('');
  const [name, setName] = useState<string>(t.lists[shown.list]);
  const chosen = view === '' ? undefined : named[Number(view)];
  const report = chosen && reportOf ? reportOf(chosen.search) : shown;
  const choose = (next: string) => {
    const names: readonly string[] = [t.lists[shown.list], ...named.map((one) => one.name)];
    // A name of one's own stays.
    if (names.includes(name))
      setName((next === '' ? undefined : named[Number(next)]?.name) ?? t.lists[shown.list]);
    setView(next);
  };
  const [rhythm, setRhythm] = useState<Rhythm>('weekly');
  const [isLast, setLast] = useState(false);
  const [others, setOthers] = useState<string[]>([]);
  const { list } = report;
  const listed =
    report.list === 'attendance'
      ? { list, course_id: report.course_id, class_id: report.class_id }
      : { list, course_id: null, class_id: null };
  const known = useQuery({ ...query(reports.get_receivers, listed), placeholderData: keepPreviousData });
  const colleagues = known.data?.data ?? [];
  const [fault, setFault] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const refuse = (why: string) => {
    setFault(why);
    box.current?.focus();
  };
  const save = async () => {
    try {
      const asked = report.list === 'attendance' ? report : { ...report, last_period: isLast };
      const answer = await add.run({ name: name.trim(), rhythm, report: asked, also_to: others.map(Number) });
      tellDone(answer, t.saved({ day: formatDate(answer.data.next_on) }), {
        kind: 'changed',
        what: name.trim(),
      });
      onClose();
    } catch (error) {
      refuse(messageOf(error));
    }
  };
  const press = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') refuse(t.nameNeeded);
    else if (!add.isPending) void save();
  };
  return (
    <Dialog opened onClose={onClose} title={t.dialog}>
      <form onSubmit={press}>
        <Stack gap="md">
          {named.length === 0 ? null : (
            <NativeSelect
              label={t.rows}
              value={view}
              data={[
                { value: '', label: t.rowsNow },
                ...named.map((one, place) => ({ value: String(place), label: one.name })),
              ]}
              onChange={(event) => choose(event.currentTarget.value)}
            />
          )}
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
          {colleagues.length === 0 ? null : (
            <MultiSelect
              label={t.alsoTo}
              description={t.alsoToHint}
              searchable
              maxValues={reportReceiversMax}
              value={others}
              onChange={setOthers}
              data={colleagues.map(({ user_id, fullname }) => ({ value: String(user_id), label: fullname }))}
            />
          )}
          <Text size="sm" c="dimmed">
            {t.limit}
          </Text>
          <AppLink href={paths.reports}>{t.all}</AppLink>
          <DialogFoot>
            <Button type="submit" aria-disabled={add.isPending}>
              {t.save}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  );
}
