import { privacy } from '@gurukul/contract/privacy';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { send } from '#web/calls/client.ts';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useBusy } from '#web/lib/use-busy.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import type { Path } from '#web/paths.ts';
import { privacyTexts } from '#web/texts/privacy.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';

const t = privacyTexts;

const loadErase = async () => (await import('./erase-dialog.tsx')).EraseDialog;

interface PrivacyPanelProps {
  id: number;
  name: string;
  /** Where the people like this one are listed. */
  list: Path;
}

/** For account admins: everything about a person as an archive, and their erasure. */
export function PrivacyPanel({ id, name, list }: PrivacyPanelProps) {
  const navigate = useNavigate();
  const { part: EraseDialog, prepare, want } = useOnFirstUse(loadErase);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useBusy();
  const takeHome = async () => {
    setBusy(true);
    try {
      const [{ data }, { archiveOf }] = await Promise.all([
        send(privacy.export_person, { user_id: id }),
        import('./archive.ts'),
      ]);
      const { zip, missing } = await archiveOf(data);
      saveFile(`${name}.zip`, 'application/zip', zip);
      if (missing > 0) toast.warning(t.filesMissing({ count: formatNumber(missing) }));
      else toast.success(t.exported({ name }));
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t.title}>
      <Text>{t.lead({ name })}</Text>
      <Group mt="md">
        <Button variant="default" loading={isBusy} onClick={() => void takeHome()}>
          {t.export}
        </Button>
        <Button
          variant="light"
          color="red"
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => void want().then((isThere) => setOpen(isThere))}
        >
          {t.erase}
        </Button>
      </Group>
      {EraseDialog ? (
        <EraseDialog
          id={id}
          name={name}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onErased={() => void navigate({ to: list })}
        />
      ) : null}
    </Panel>
  );
}
