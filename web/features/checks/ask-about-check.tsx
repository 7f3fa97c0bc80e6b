import type { UncheckedTeacher } from '@gurukul/contract/shared/meetings/unchecked';
import { Stack, Text } from '@mantine/core';
import { formatDate } from '#web/lib/format/format.ts';
import { checksTexts } from '#web/texts/checks.ts';
import { confirm } from '#web/ui/feedback/confirm.tsx';

const t = checksTexts.question;

/** Says who has no check for a class of children; false: it is not saved. */
export const askAboutCheck = ({ teacher, class_name: klass, until }: UncheckedTeacher) => {
  const name = teacher.fullname;
  return confirm(
    <Stack gap="xs">
      <Text>
        {until === null ? t.none({ name, klass }) : t.ends({ name, klass, day: formatDate(until) })}
      </Text>
      <Text>{t.anyway}</Text>
    </Stack>,
    { title: t.title },
  );
};
