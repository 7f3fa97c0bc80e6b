import type { CourseRow, GlimpseRow } from '@gurukul/contract/courses';
import { unwrapHtml } from '@gurukul/contract/shared/html-json';
import { Button, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { glimpseSummaryLength } from '#web/lib/constants.ts';
import { shorten } from '#web/lib/format/format.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { Panel } from '#web/ui/panel.tsx';
import { plainText, RichText } from '#web/ui/document/rich-text.tsx';
import classes from './overview.module.css';
import { CoursePicture } from '../course-picture.tsx';

const t = coursesTexts.detail;

function Glimpse({ glimpse }: { glimpse: GlimpseRow }) {
  const [isOpen, setOpen] = useState(false);
  const { glimpse_name: name, glimpse_description: description } = glimpse;
  const text = plainText(description);
  const summary = shorten(text, glimpseSummaryLength);
  return (
    <li className={classes.glimpse}>
      <CoursePicture
        src={glimpse.glimpse_image}
        name={name}
        alt=""
        width={320}
        height={180}
        className={classes.picture}
      />
      <div className={classes.words}>
        <Title order={3}>{name}</Title>
        {isOpen ? <RichText html={description} /> : <Text>{summary}</Text>}
        {summary === text ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.more}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t.less : t.more}
            <VisuallyHidden>{` ${t.about({ name })}`}</VisuallyHidden>
          </Button>
        )}
      </div>
    </li>
  );
}

interface CourseOverviewProps {
  course: CourseRow;
  glimpses: readonly GlimpseRow[];
}

export function CourseOverview({ course, glimpses }: CourseOverviewProps) {
  const description = unwrapHtml('description', course.course_description);
  const learn = unwrapHtml('what', course.what_we_learn);
  const note = unwrapHtml('note', course.note);
  return (
    <>
      <Panel title={t.description}>
        {plainText(description) ? <RichText html={description} /> : <Text c="dimmed">{t.noDescription}</Text>}
      </Panel>
      {plainText(learn) ? (
        <Panel title={t.learn}>
          <RichText html={learn} />
        </Panel>
      ) : null}
      {plainText(note) ? (
        <Panel title={t.note}>
          <RichText html={note} />
        </Panel>
      ) : null}
      <Panel title={t.glimpses}>
        {glimpses.length === 0 ? (
          <Text c="dimmed">{t.noGlimpses}</Text>
        ) : (
          <ul className={classes.glimpses}>
            {glimpses.map((glimpse) => (
              <Glimpse key={glimpse.glimpse_id} glimpse={glimpse} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
