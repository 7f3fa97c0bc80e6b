import { Button, Group, Kbd, Text } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { session } from '#web/lib/session.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { paths } from '#web/paths.ts';
import { helpTexts } from '#web/texts/help.ts';
import { searchTexts } from '#web/texts/search.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { showKeys } from '#web/ui/show-keys.ts';
import { AppLink, linkTo } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { tasksLike, type TaskName } from '../command-bar/find-task.ts';
import classes from './help.module.css';
import { inBar, places, tasksOf } from '../command-bar/guide.ts';

const t = helpTexts;

const taskIn = (text: string): TaskName | null => tasksOf(session.role).find((name) => name === text) ?? null;

/** One task on one page. */
function Task({ name }: { name: TaskName }) {
  const { title, steps } = t.tasks[name];
  const place = session.role ? places[name][session.role] : undefined;
  const action = inBar[name];
  return (
    <Panel title={title}>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Group gap="md">
        {place ? <Button renderRoot={linkTo(place)}>{t.open}</Button> : null}
        {action ? (
          <Text size="sm">
            {t.inBar} <Kbd>{searchTexts.actions[action].example}</Kbd>
          </Text>
        ) : null}
      </Group>
    </Panel>
  );
}

/** /help: the guide. `task` opens one task, `q` is a question. Every text is in the page, so it works without a network. */
export function HelpPage() {
  const [asked] = useSearchParam('task');
  const [question, ask] = useSearchParam('q');
  const open = taskIn(asked);
  const mine = tasksOf(session.role);
  const found = question === '' ? mine : tasksLike(t.tasks, question).filter((name) => mine.includes(name));
  const others = open === null ? found : mine.filter((name) => name !== open);
  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={
          <Button variant="default" leftSection={<IconKeyboard aria-hidden size={18} />} onClick={showKeys}>
            {t.keys}
          </Button>
        }
      />
      {open === null ? null : <Task name={open} />}
      {open === null ? <SearchBox label={t.question} value={question} onChange={ask} /> : null}
      {open === null && question !== '' && found[0] ? <Task name={found[0]} /> : null}
      {found.length === 0 ? (
        <Panel>
          <EmptyState title={t.none}>{t.hint}</EmptyState>
        </Panel>
      ) : (
        <nav aria-label={t.all}>
          {open === null ? null : <h2 className={classes.all}>{t.all}</h2>}
          <ul className={classes.tasks}>
            {others.map((name) => (
              <li key={name}>
                <AppLink href={`${paths.help}?task=${name}`}>
                  <strong>{t.tasks[name].title}</strong>
                  <span>{t.tasks[name].steps[0]}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
