import { students as studentCalls } from '@gurukul/contract/students';
import type { Roll, RollStudent } from '@gurukul/contract/shared/meetings/roll';
import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { dialled } from '#web/lib/format/phone.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { rollCallTexts } from '#web/texts/roll-call.ts';
import { ThingLink } from '#web/ui/thing-link.tsx';
import classes from './register.module.css';

const t = peopleTexts.contact;

/** The server's longest page. A class has fewer students. */
const most = 100;

interface AbsentFirstProps {
  roll: Roll;
  absent: readonly RollStudent[];
}

/** Who was absent, above all others once the roll is saved, with a call to each. */
export function AbsentFirst({ roll: { course_id, class_id }, absent }: AbsentFirstProps) {
  const roster = useQuery({
    ...query(studentCalls.get_roster, { course_id, class_id, sort: 'fullname', page: 1, pageSize: most }),
    enabled: absent.length > 0,
  });
  const numbers = new Map(
    roster.data?.data.map(({ student_id, phone_number }) => [student_id, phone_number]),
  );
  if (absent.length === 0) return null;
  return (
    <ul className={classes.absent} aria-label={rollCallTexts.absent}>
      {absent.map(({ student_id, student_name }) => {
        const number = dialled(numbers.get(student_id) ?? '');
        return (
          <li key={student_id}>
            <ThingLink to="student" id={student_id}>
              {student_name}
            </ThingLink>
            {number ? (
              <Button
                component="a"
                href={`tel:${number}`}
                variant="subtle"
                size="compact-md"
                aria-label={t.callOf({ name: student_name })}
                leftSection={<IconPhone aria-hidden size={18} stroke={1.75} />}
              >
                {t.call}
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
