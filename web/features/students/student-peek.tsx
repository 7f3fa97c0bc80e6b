import { students } from '@gurukul/contract/students';
import { Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { StudentContacts, StudentFacts } from './student-header.tsx';

/** A student beside a list: what the head of their page says. */
export function StudentPeek({ id }: { id: number }) {
  const { data, error } = useQuery(query(students.get_single_student, { id }));
  if (!data) return error ? <FailedState message={error.message} /> : <LoadingState />;
  const [student, courses, marks] = data.data;
  const rows = courses.map((row) => ({ ...row, student }));
  return (
    <>
      <Title order={2}>{student.fullname}</Title>
      <StudentFacts student={student} marks={marks} rows={rows} withPaid />
      <Group gap="xs" mt="md">
        <StudentContacts student={student} />
      </Group>
    </>
  );
}
