import { Alert, Button, FileButton, Progress, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { importsTexts } from '#web/texts/imports.ts';
import classes from './choose-file.module.css';

const t = importsTexts;

const spreadsheets = '.xlsx,.xls,.csv';

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

interface ChooseFileProps<T> {
  /** Somebody came back to this step, and finds the focus here. */
  isFocused: boolean;
  limits: string;
  /** The endings of the files that it takes; spreadsheets where it is absent. */
  accepted?: string;
  /** What the file holds, or what is wrong with it as a whole. Never rejects. */
  read: (file: File, onShare: (share: number) => void) => Promise<T | string>;
  onRead: (sheet: T) => void;
  /** Takes several files at once; absent where one is taken at a time. */
  onMore?: (sheets: readonly T[]) => void;
  /** What one should know about the file. */
  children: ReactNode;
}

/** The first step: a file, dropped or chosen, is read in the background; what is wrong with it as a whole is said here. */
export function ChooseFile<T extends object>({
  isFocused,
  limits,
  accepted = spreadsheets,
  read,
  onRead,
  onMore,
  children,
}: ChooseFileProps<T>) {
  const [reading, setReading] = useState('');
  const [share, setShare] = useState(0);
  const [fault, setFault] = useState('');
  const [isOver, setOver] = useState(false);
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
    setShare(0);
    setReading(file.name);
    const sheet = await read(file, setShare);
    // The same file, mended, may be chosen again.
    forget.current?.();
    if (isGone.current) return;
    setReading('');
    if (typeof sheet === 'string') setFault(sheet);
    else onRead(sheet);
  };

  const takeAll = async (files: readonly File[]) => {
    if (onMore === undefined || files.length < 2) return take(files[0]);
    if (reading) return;
    setFault('');
    const sheets: T[] = [];
    const faults: string[] = [];
    for (const file of files) {
      setShare(0);
      setReading(file.name);
      const sheet = await read(file, setShare);
      if (typeof sheet === 'string') faults.push(sheet);
      else sheets.push(sheet);
    }
    forget.current?.();
    if (isGone.current) return;
    setReading('');
    setFault(faults.join(' '));
    onMore(sheets);
  };

  return (
    <>
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
          void takeAll([...event.dataTransfer.files]);
        }}
      >
        <IconFileSpreadsheet aria-hidden size={40} stroke={1.25} className={classes.icon} />
        <Text>{t.drop}</Text>
        <FileButton
          accept={accepted}
          resetRef={forget}
          multiple={onMore !== undefined}
          onChange={(chosen) => void takeAll(Array.isArray(chosen) ? chosen : chosen ? [chosen] : [])}
        >
          {(props) => (
            <Button {...props} ref={chooser} size="md" aria-disabled={reading !== ''}>
              {t.choose}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {limits}
        </Text>
        <output className={classes.reading}>{reading ? t.reading({ file: reading }) : null}</output>
        {reading ? (
          <Progress
            className={classes.progress}
            aria-label={t.reading({ file: reading })}
            // Nobody can tell how long opening takes; the rows come after it.
            value={share === 0 ? 25 : 50 + share * 50}
            striped
            animated
          />
        ) : null}
      </div>
      {fault ? (
        <Alert role="alert" color="red" variant="light" mt="md">
          {fault}
        </Alert>
      ) : null}
      <div className={classes.help}>{children}</div>
    </>
  );
}
