import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { memo, use, useState } from 'react';
import { newKey } from '#web/lib/draft-rows.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { EditRows } from '#web/ui/form/edit-rows.tsx';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './curriculum.module.css';
import type { Draft, TopicDraft } from './draft.ts';
import { topicNameField, topicVideoField } from './faults.ts';
import { PdfField } from './pdf-field.tsx';
import { FaultsContext, useEditing, useFault, usePart } from './store.ts';
import { countWeeks, shownWeeks, weekDays } from './weeks.ts';

const t = coursesTexts.edit;

const none: readonly TopicDraft[] = [];

const yesNo = [
  { value: 'false', label: t.homeworkNo },
  { value: 'true', label: t.homeworkYes },
];

const emptyTopic = (): TopicDraft => ({
  key: newKey(),
  id: null,
  name: '',
  video: '',
  homework: false,
  pdf: '',
  pdfName: '',
});

interface TopicFieldsProps {
  topic: TopicDraft;
  change: (fields: Partial<TopicDraft>) => void;
}

function TopicFields({ topic, change }: TopicFieldsProps) {
  const nameFault = useFault(topicNameField(topic.key));
  const videoFault = useFault(topicVideoField(topic.key));
  return (
    <Stack gap="sm">
      <TextInput
        label={t.topicName}
        value={topic.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={topic.name.trim() ? '' : nameFault}
        maxLength={200}
        required
      />
      <FieldRow>
        <TextInput
          label={t.video}
          value={topic.video}
          onChange={(event) => change({ video: event.currentTarget.value })}
          error={videoFault}
          placeholder="https://"
          inputMode="url"
          maxLength={2048}
        />
        <NativeSelect
          label={t.homework}
          data={yesNo}
          value={String(topic.homework)}
          onChange={(event) => change({ homework: event.currentTarget.value === 'true' })}
        />
      </FieldRow>
      <PdfField pdf={topic.pdf} pdfName={topic.pdfName} onChange={change} />
    </Stack>
  );
}

function WeekTopics({ week, isOutside }: { week: number; isOutside: boolean }) {
  const { store } = useEditing();
  const topics = usePart((draft) => draft.topics[week] ?? none);
  const change = (to: (rows: readonly TopicDraft[]) => readonly TopicDraft[]) =>
    store.set('topics', (all) => ({ ...all, [week]: to(all[week] ?? none) }));
  return (
    <EditRows
      rows={topics}
      change={change}
      nameOf={(topic, index) => topic.name.trim() || t.topic({ number: index + 1 })}
      renderFields={(topic) => (
        <TopicFields
          topic={topic}
          change={(fields) =>
            change((rows) => rows.map((row) => (row.key === topic.key ? { ...row, ...fields } : row)))
          }
        />
      )}
      label={t.week({ number: week })}
      addLabel={t.addTopic({ week })}
      makeRow={emptyTopic}
      canAdd={!isOutside}
    />
  );
}

const isFaulty = (topics: readonly TopicDraft[], faults: Readonly<Record<string, string>>) =>
  topics.some(({ key }) => faults[topicNameField(key)] || faults[topicVideoField(key)]);

interface WeekProps {
  week: number;
  days: string;
  /** How many weeks the course has. */
  ofCourse: number;
}

/** Closed weeks draw no topics: a year has many of them. */
const Week = memo(function Week({ week, days, ofCourse }: WeekProps) {
  const { store } = useEditing();
  const faults = use(FaultsContext);
  const count = usePart((draft) => draft.topics[week]?.length ?? 0);
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || isFaulty(store.get().topics[week] ?? none, faults);
  const isOutside = week > ofCourse;
  const id = `week-${week}`;
  return (
    <li className={classes.week}>
      <h3 className={classes.title}>
        <button
          type="button"
          className={classes.opener}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setOpen(!isShown)}
        >
          <IconChevronRight aria-hidden size={18} className={classes.arrow} />
          <span className={classes.number}>{t.week({ number: week })}</span>
          <span className={classes.days}>{days}</span>
          {isOutside ? <StatusBadge tone="warn">{t.outsideCourse({ weeks: ofCourse })}</StatusBadge> : null}
          <span className={classes.count}>{t.topicCount({ count })}</span>
        </button>
      </h3>
      <div id={id} className={classes.topics} hidden={!isShown}>
        {isShown ? <WeekTopics week={week} isOutside={isOutside} /> : null}
      </div>
    </li>
  );
});

/** Topics keep their week when the dates move, also one that then lies behind the end. */
const weeksOf = ({ topics }: Draft) =>
  Object.entries(topics).flatMap(([week, rows]) => (rows.length > 0 ? Number(week) : []));

export function EditCurriculum() {
  const startDate = usePart((draft) => draft.start_date);
  const ofCourse = usePart((draft) => countWeeks(draft.start_date, draft.course_duration));
  // As a text, so that typing in a topic draws no week.
  const filled = usePart((draft) => weeksOf(draft).join(' '));
  const weeks = shownWeeks(ofCourse, filled.split(' ').map(Number));
  if (weeks.length === 0) return <Text c="dimmed">{t.noWeeks}</Text>;
  return (
    <ul className={classes.weeks}>
      {weeks.map((week) => (
        <Week key={week} week={week} days={weekDays(startDate, week)} ofCourse={ofCourse} />
      ))}
    </ul>
  );
}
