import { intake, type IntakeKey } from '@gurukul/contract/intake';
import { Button, Select, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate, formatNumber } from '#web/lib/format/format.ts';
import { intakeTexts } from '#web/texts/intake.ts';
import { texts } from '#web/texts/texts.ts';
import { DialogFoot } from '#web/ui/feedback/dialog-foot.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { CopyField } from './copy-field.tsx';
import { KeyLimitFields, networksProblem, sentLimits, shownLimits } from './key-limits.tsx';

const t = intakeTexts.manage;

/** From where the key may be used, and until when. */
function Limits({ row }: { row: IntakeKey }) {
  const [limits, setLimits] = useState(() => shownLimits(row));
  const [failure, setFailure] = useState('');
  const save = useAction(intake.limit_key);
  const problem = networksProblem(limits.networks);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem !== null || save.isPending) return;
    setFailure('');
    try {
      await save.run({ id: row.id, ...sentLimits(limits) });
      toast.success(t.saved);
    } catch (error) {
      setFailure(refusalOf(error, t.failed));
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <Title order={3}>{t.limits}</Title>
        <KeyLimitFields value={limits} onChange={setLimits} error={problem} />
        {failure ? <Fault>{failure}</Fault> : null}
        <Button type="submit" variant="default" aria-busy={save.isPending} style={{ alignSelf: 'start' }}>
          {t.save}
        </Button>
      </Stack>
    </form>
  );
}

const overlaps = [
  { value: '24', label: t.overlaps.h24 },
  { value: '168', label: t.overlaps.h168 },
  { value: '1', label: t.overlaps.h1 },
  { value: '0', label: t.overlaps.h0 },
];

/** A new signing key, shown this once. */
function SigningKey({ row }: { row: IntakeKey }) {
  const [hours, setHours] = useState('24');
  const [made, setMade] = useState('');
  const [failure, setFailure] = useState('');
  const rotate = useAction(intake.rotate_key);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (rotate.isPending) return;
    setFailure('');
    try {
      const { data } = await rotate.run({ id: row.id, overlap_hours: Number(hours) });
      setMade(data.signing_key);
    } catch (error) {
      setFailure(refusalOf(error, t.failed));
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <Title order={3}>{t.signing}</Title>
        {made ? (
          <CopyField label={intakeTexts.told.signingKey} description={t.once} value={made} takesFocus />
        ) : (
          <>
            <Text size="sm">{t.signingLead}</Text>
            <Select
              label={t.overlap}
              data={overlaps}
              value={hours}
              onChange={(next) => setHours(next ?? '24')}
              allowDeselect={false}
            />
            {failure ? <Fault>{failure}</Fault> : null}
            <Button
              type="submit"
              variant="default"
              aria-busy={rotate.isPending}
              style={{ alignSelf: 'start' }}
            >
              {t.rotate}
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}

/** What the key did, day by day. */
function Days({ row }: { row: IntakeKey }) {
  const days = useQuery(query(intake.key_days, { id: row.id }));
  const rows = days.data?.data;
  return (
    <Stack gap="sm">
      <Title order={3}>{t.days}</Title>
      {days.error ? <Fault>{refusalOf(days.error, t.failed)}</Fault> : null}
      {rows?.length === 0 ? <Text size="sm">{t.none}</Text> : null}
      {rows && rows.length > 0 ? (
        <Table.ScrollContainer minWidth={420}>
          <Table aria-label={t.days}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.columns.day}</Table.Th>
                <Table.Th>{t.columns.requests}</Table.Th>
                <Table.Th>{t.columns.refused}</Table.Th>
                <Table.Th>{t.columns.items}</Table.Th>
                <Table.Th>{t.columns.from}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ day, requests, refused, items, networks }) => (
                <Table.Tr key={day}>
                  <Table.Td>{formatDate(day)}</Table.Td>
                  <Table.Td>{formatNumber(requests)}</Table.Td>
                  <Table.Td>{formatNumber(refused)}</Table.Td>
                  <Table.Td>{formatNumber(items)}</Table.Td>
                  <Table.Td>{networks.join(', ')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
    </Stack>
  );
}

/** "Manage": the limits of a key, its signing key, and what it did. */
export function ManageKeyButton({ row }: { row: IntakeKey }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="light" onClick={() => setOpen(true)}>
        {t.label}
        <VisuallyHidden>{` ${row.name}`}</VisuallyHidden>
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t.title({ name: row.name })} size="lg">
        {isOpen ? (
          <Stack gap="xl">
            {row.can.rotate ? (
              <>
                <Limits row={row} />
                <SigningKey row={row} />
              </>
            ) : null}
            <Days row={row} />
            <DialogFoot leave={texts.ui.close} />
          </Stack>
        ) : null}
      </Dialog>
    </>
  );
}
