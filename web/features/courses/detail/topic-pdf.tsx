import { courses, type TopicRow } from '@gurukul/contract/courses';
import { Anchor, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconFileText } from '@tabler/icons-react';
import { useState, type MouseEvent } from 'react';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { saveFrom } from '#web/lib/files/save-file.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import classes from './curriculum.module.css';

const t = coursesTexts.detail;

const secondaryButton = 2;

interface TopicPdfProps {
  courseId: number;
  topic: TopicRow;
}

/**
 * The PDF of a topic. Its link works for five minutes, but the page may stay open for hours: every click or key press
 * asks for a fresh link.
 */
export function TopicPdf({ courseId, topic: { topic_id, topicName, pdf, pdfName } }: TopicPdfProps) {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);

  const open = async () => {
    setAsked(true);
    try {
      const course = query(courses.get_single_course, { student_id: null, course_id: courseId });
      const { data } = await client.fetchQuery({ ...course, staleTime: 0 });
      const topics = data.weeks.flatMap((week) => week.topics);
      const fresh = topics.find((topic) => topic.topic_id === topic_id);
      if (fresh?.pdf) saveFrom(fresh.pdf, fresh.pdfName);
      else toast.warning(t.pdfGone);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setAsked(false);
    }
  };

  const press = (event: MouseEvent) => {
    if (event.button === secondaryButton) return;
    event.preventDefault();
    if (!isAsked) void open();
  };

  return (
    <Anchor
      href={pdf}
      download={pdfName || true}
      className={classes.link}
      aria-busy={isAsked}
      onClick={press}
      onAuxClick={press}
    >
      <IconFileText aria-hidden size={16} />
      {pdfName || t.pdf}
      <VisuallyHidden>{` ${t.pdfOf({ name: topicName })}`}</VisuallyHidden>
    </Anchor>
  );
}
