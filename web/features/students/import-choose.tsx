import { Alert, Button, FileButton, Loader, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { texts } from '#web/texts/texts.ts';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/toast.tsx';
import classes from './import-choose.module.css';
import { megabytesMax, readChosen, rowsMaxText, type Sheet } from './read-chosen.ts';
import { downloadTemplate } from './sheet-tasks.ts';

const t = texts.students.import;

const accepted = '.xlsx,.xls,.csv';

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

interface ImportChooseProps {
  isFocused: boolean;
  onSheet: (sheet: Sheet) => void;
}

/** Step 1: a file, dropped or chosen, is read in the background; what is wrong with it as a whole is said here. */
export function ImportChoose({ isFocused, onSheet }: ImportChooseProps) {
  const [reading, setReading] = useState('');
  const [fault, setFault] = useState('');
  const [isOver, setOver] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  const forget = useRef<() => void>(null);
  const isGone = useRef(false);

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => {
    if (isFocused) chooser.current?.focus();
  }, [isFocused]);

  const take = async (file: File | null | undefined) => {
    if (!file || reading) return;
    setFault('');
    setReading(file.name);
    const read = await readChosen(file);
    // The same file, mended, may be chosen again.
    forget.current?.();
    if (isGone.current) return;
    setReading('');
    if (typeof read === 'string') setFault(read);
    else onSheet(read);
  };

  const fetchTemplate = async () => {
    if (isMaking) return;
    setMaking(true);
    await downloadTemplate().catch(() => toast.error(t.templateFailed));
    setMaking(false);
  };

  return (
    <Panel>
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (!holdsFiles(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <IconFileSpreadsheet aria-hidden size={40} stroke={1.25} className={classes.icon} />
        <Text>{t.drop}</Text>
        <FileButton accept={accepted} resetRef={forget} onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} ref={chooser} size="md" aria-disabled={reading !== ''}>
              {t.choose}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {t.limits(megabytesMax, rowsMaxText)}
        </Text>
        <output className={classes.reading}>
          {reading ? (
            <>
              <Loader aria-hidden size="xs" /> {t.reading(reading)}
            </>
          ) : null}
        </output>
      </div>
      {fault ? (
        <Alert role="alert" color="red" variant="light" mt="md">
          {fault}
        </Alert>
      ) : null}
      <div className={classes.help}>
        <dl>
          <dt>{t.needed}</dt>
          <dd>{t.neededList}</dd>
          <dt>{t.optional}</dt>
          <dd>{t.optionalList}</dd>
        </dl>
        <Button
          variant="subtle"
          leftSection={<IconDownload aria-hidden size={18} />}
          aria-disabled={isMaking}
          onClick={() => void fetchTemplate()}
        >
          {t.template}
        </Button>
      </div>
    </Panel>
  );
}
