import { addDays, compareTimes, instantAt, latest, type Day } from './calendar.ts';
import type { Topic } from './courses.ts';
import type { Enrolment } from './enrolments.ts';
import { demoHomeworkKey } from './homework-file.ts';
import { randomFor } from './random.ts';
import { numbered } from './table.ts';

const homeworkCount = 400;

/** Homework of current students of taught classes, for the weeks that ask for it. */
export function homeworkRows(topics: readonly Topic[], enrolments: readonly Enrolment[], today: Day) {
  const random = randomFor('homework');
  const inClasses = enrolments.filter(
    (each) => each.endedOn === null && each.class?.slots.some(({ teacher }) => teacher !== null),
  );

  const handedIn = new Set<string>();
  const rows = [];
  while (rows.length < homeworkCount) {
    const { student, course, class: attended, startedOn } = random.pick(inClasses);
    const due = topics.filter(
      (topic) =>
        topic.course_id === course.id && topic.homework && dayOf(course.startsOn, topic) < addDays(today, -9),
    );
    if (due.length === 0) continue;
    const topic = random.pick(due);
    const key = `${student.id}/${topic.id}`;
    if (handedIn.has(key) || dayOf(course.startsOn, topic) < startedOn) continue;
    handedIn.add(key);

    const day = addDays(latest(startedOn, dayOf(course.startsOn, topic)), random.between(1, 7));
    const status = random.weighted([
      ['pending', 40],
      ['accepted', 48],
      ['rejected', 12],
    ]);
    const teacher = attended!.slots.find(({ teacher }) => teacher !== null)!.teacher;
    rows.push({
      student_id: student.id,
      course_id: course.id,
      class_id: attended!.id,
      topic_id: topic.id,
      week_name: `Week ${topic.week_count}`,
      // Some was handed in on paper.
      home_work: rows.length % 5 === 4 ? '' : `/files/${demoHomeworkKey}`,
      status,
      submitted_at: instantAt(day, random.between(300, 1100)),
      decided_by: status === 'pending' ? null : teacher,
      decided_at: status === 'pending' ? null : instantAt(addDays(day, 1), random.between(300, 1100)),
    });
  }
  return numbered(rows.toSorted((a, b) => compareTimes(a.submitted_at, b.submitted_at)));
}

const dayOf = (courseStart: Day, topic: Topic) => addDays(courseStart, (topic.week_count - 1) * 7);
