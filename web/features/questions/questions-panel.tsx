import { questions } from '@gurukul/contract/questions';
import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { query } from '#web/calls/client.ts';
import { questionsTexts } from '#web/texts/questions.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import lines from '#web/ui/lines.module.css';
import { Panel } from '#web/ui/panel.tsx';
import { QuestionsForm } from './questions-form.tsx';
import { saidOf } from './said-of.ts';

const t = questionsTexts;

/** In Settings: what the provider asks beyond the fields of the portal. */
export function QuestionsPanel() {
  const read = useQuery({ ...query(questions.get_questions, {}), staleTime: 0, refetchOnWindowFocus: false });
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const isTyped = useRef(false);
  /** Which form is open; each one begins with what is stored. */
  const [round, setRound] = useState(0);
  if (!read.data) {
    return read.isError ? (
      <FailedState message={t.failed} onRetry={() => void read.refetch()} />
    ) : (
      <LoadingState />
    );
  }
  const { data, version } = read.data;
  const begin = async () => {
    await read.refetch();
    isTyped.current = false;
    setRound(round + 1);
  };
  const done = () => {
    isTyped.current = false;
    setRound(0);
  };
  const close = async () => {
    if (!isTyped.current || (await confirm(t.discard, { title: t.discardTitle }))) done();
  };
  return (
    <Panel title={t.title}>
      <Text mb="md">{t.lead}</Text>
      {data.length === 0 ? <Text c="dimmed">{t.none}</Text> : null}
      <ul className={lines.lines} aria-label={t.title}>
        {data.map((question) => (
          <li key={question.question_id}>
            <span>
              <span dir="auto">{question.label}</span>
              <Text size="sm" c="dimmed">
                {saidOf(question)}
              </Text>
            </span>
          </li>
        ))}
      </ul>
      <Button variant="default" mt="md" aria-haspopup="dialog" onClick={() => void begin()}>
        {t.edit}
      </Button>
      <Dialog
        opened={round > 0}
        onClose={() => void close()}
        title={t.title}
        size="lg"
        fullScreen={isPhone}
        closeOnClickOutside={false}
      >
        {round > 0 ? (
          <QuestionsForm
            key={round}
            saved={data}
            version={version}
            onTyped={() => {
              isTyped.current = true;
            }}
            onDone={done}
            onReload={begin}
          />
        ) : null}
      </Dialog>
    </Panel>
  );
}
