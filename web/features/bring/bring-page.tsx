import { bringFilesMax, type BringInput, type BringPreview } from '@gurukul/contract/bring';
import { courses } from '@gurukul/contract/courses';
import { bringOrigins, isLeft } from '@gurukul/contract/shared/files/bring-layouts';
import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { bringTexts } from '#web/texts/bring.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PlainIconButton } from '#web/ui/plain-button.tsx';
import { ChooseFile } from '../imports/choose-file.tsx';
import { ImportDone } from '../imports/import-done.tsx';
import { NotTaken } from '../imports/not-taken.tsx';
import { megabytesMax } from '../imports/read-table.ts';
import { Steps } from '../imports/steps.tsx';
import { useDoor } from '../imports/use-door.ts';
import classes from './bring.module.css';
import { BringCheck, figuresOf, type BringResult } from './check.tsx';
import { columnName } from './column-name.ts';
import { leftIn } from './file-card.tsx';
import { BringRows } from './rows.tsx';
import { readBringFile, rowsMaxText, withPutBack, type ChosenFile } from './read-file.ts';
import { downloadTemplate, templateKinds } from './template.ts';

const t = bringTexts;

function Templates() {
  const download = (...given: Parameters<typeof downloadTemplate>) =>
    void downloadTemplate(...given).catch(() => toast.error(t.templateFailed));
  return (
    <>
      <Text fw={600} mt="md" mb="xs">
        {t.templates}
      </Text>
      <Group gap="xs">
        {templateKinds.flatMap((kind) =>
          (['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={`${kind} ${format}`}
              variant="subtle"
              size="compact-sm"
              leftSection={<IconDownload aria-hidden size={16} />}
              onClick={() => download(kind, format)}
            >
              {t.template({ kind: t.kinds[kind], format })}
            </Button>
          )),
        )}
      </Group>
    </>
  );
}

interface ChooseProps {
  files: readonly ChosenFile[];
  onFiles: (files: readonly ChosenFile[]) => void;
  onCheck: () => void;
}

/** Step 1: one file after the other, or several at once. */
function Choose({ files, onFiles, onCheck }: ChooseProps) {
  const [tooMany, setTooMany] = useState<readonly string[]>([]);
  const add = (more: readonly (readonly ChosenFile[])[]) => {
    const all = [...files, ...more.flat()];
    setTooMany(all.slice(bringFilesMax).map(({ file }) => file.file_name));
    onFiles(all.slice(0, bringFilesMax));
  };
  return (
    <Panel>
      <ChooseFile
        isFocused={false}
        limits={t.limits({ megabytes: megabytesMax, rows: rowsMaxText })}
        accepted=".xlsx,.xls,.csv,.txt,.json"
        read={async (file, onShare) =>
          files.length >= bringFilesMax
            ? t.faults.tooManyFiles({ count: bringFilesMax })
            : readBringFile(file, onShare)
        }
        onRead={(read) => add([read])}
        onMore={add}
      >
        {files.length > 0 ? (
          <Box w="100%">
            <ul className={classes.chosen}>
              {files.map((one, at) => {
                const { file_name } = one.file;
                return (
                  // oxlint-disable-next-line react/no-array-index-key -- two files may have one name
                  <li key={at}>
                    <div>
                      {file_name}
                      <NotTaken
                        {...one.left}
                        onPutBack={() =>
                          onFiles(files.map((each) => (each === one ? withPutBack(each) : each)))
                        }
                      />
                    </div>
                    <PlainIconButton
                      size={36}
                      aria-label={t.remove({ file: file_name })}
                      onClick={() => onFiles(files.filter((_, index) => index !== at))}
                    >
                      <IconX aria-hidden size={18} />
                    </PlainIconButton>
                  </li>
                );
              })}
            </ul>
            {tooMany.length > 0 ? (
              <Alert role="alert" color="orange" variant="light" mb="md">
                {t.faults.tooManyFiles({ count: bringFilesMax })} <NotTaken sheets={tooMany} />
              </Alert>
            ) : null}
            <ActionButton size="md" disabledReason={null} onClick={onCheck}>
              {t.check}
            </ActionButton>
          </Box>
        ) : null}
        <div>
          <Text fw={600} mb="xs">
            {t.knows}
          </Text>
          <dl>
            {bringOrigins.map((origin) => [
              <dt key={origin}>{t.origins[origin]}</dt>,
              <dd key={`${origin} files`}>{t.known[origin]}</dd>,
            ])}
          </dl>
          <Templates />
        </div>
      </ChooseFile>
    </Panel>
  );
}

/** Of the courses in the files: new ones are unpublished, and nobody finds them before somebody publishes them. */
function Unpublished({ rows: brought }: Pick<BringPreview, 'rows'>) {
  const named = new Set(brought.map(({ course_name }) => course_name));
  const isAdmin = session.role === 'admin';
  const all = useQuery({ ...query(courses.get_all_courses, { status: 'unpublished' }), enabled: isAdmin });
  const own = useQuery({
    ...query(courses.get_all_courses_for_courseadmin, { uid: Number(session.uid) }),
    enabled: !isAdmin,
  });
  const [rows = []] = (isAdmin ? all : own).data?.data ?? [];
  const waiting = rows.filter(
    ({ status, course_name }) => status === 'unpublished' && named.has(course_name),
  );
  if (waiting.length === 0) return null;
  return (
    <Notice title={t.unpublished({ count: waiting.length })}>
      <Stack gap={0}>
        {waiting.map(({ course_id, course_name }) => (
          <LoneLink key={course_id} href={thingAddress('course', course_id)}>
            {t.publish({ name: course_name })}
          </LoneLink>
        ))}
      </Stack>
    </Notice>
  );
}

/** What of the files is not saved: rows, columns, and whole sheets. */
function WhatIsLeft({ seen: { files, rows } }: { seen: BringPreview }) {
  const left = rows.filter(isLeft);
  const unread = files.filter(
    ({ kind, missing, not_taken }) => kind === null || missing.length + not_taken.length > 0,
  );
  if (left.length + unread.length === 0) return null;
  return (
    <>
      <Text component="h2" fw={600} mt="xl">
        {t.leftTitle}
      </Text>
      <Text mb="md">{t.leftLead}</Text>
      {left.some(({ notes }) => notes.some(({ code }) => code === 'value_lost')) ? (
        <Text mb="md">{t.leftValues}</Text>
      ) : null}
      {unread.map((file, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two files may have one name
        <section key={at}>
          <Text fw={600} mt="md">
            {file.file_name}
          </Text>
          {file.kind === null ? <Text size="sm">{t.file.unknown}</Text> : null}
          {file.missing.length > 0 ? (
            <Text size="sm">{t.file.missing({ columns: file.missing.map(columnName).join(', ') })}</Text>
          ) : null}
          <NotTaken {...leftIn(file)} />
        </section>
      ))}
      {left.length > 0 ? <BringRows rows={left} files={files.map(({ file_name }) => file_name)} /> : null}
    </>
  );
}

/** How far somebody has come. */
interface BringState {
  /** With what was said about each of them. */
  readonly files: readonly ChosenFile[];
  /** What was said about all of them. */
  readonly said: Omit<BringInput, 'files'>;
  readonly isChecked: boolean;
}
const none: BringState = { files: [], said: {}, isChecked: false };

/** /bring: what a provider has in spreadsheets and other systems. */
export function BringPage() {
  const { isReady, files, said, isChecked, change, result, finish, startAnew } = useDoor<
    BringState,
    BringResult
  >('bring', none);
  const at = result !== null ? 2 : isChecked ? 1 : 0;
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <Steps names={t.steps} at={at} />
      {at === 0 && isReady ? (
        <Choose
          files={files}
          onFiles={(chosen) => change(chosen.length === 0 ? none : { files: chosen })}
          onCheck={() => change({ isChecked: true })}
        />
      ) : null}
      {at === 1 ? (
        <BringCheck
          files={files}
          said={said}
          onSay={({ files: changed, ...more }) =>
            change({
              said: more,
              files: files.map((one, index) => ({ ...one, file: changed[index] ?? one.file })),
            })
          }
          onDone={finish}
          onOther={startAnew}
        />
      ) : null}
      {result === null ? null : (
        <Panel>
          <ImportDone
            title={t.doneTitle}
            note={t.doneLead}
            figures={figuresOf(result.counts)}
            list={{ href: session.role === 'admin' ? paths.courses : paths.myCourses, label: t.toCourses }}
            onAgain={startAnew}
          />
          <Unpublished rows={result.seen.rows} />
          <WhatIsLeft seen={result.seen} />
        </Panel>
      )}
    </>
  );
}
