import { Text } from '@mantine/core';
import { classPageTexts } from '#web/texts/class-page.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

const t = classPageTexts;

/** In the place of a class's teacher. */
export const NoTeacher = ({ slots }: { slots: readonly { readonly needs_teacher: boolean }[] }) =>
  slots.some((slot) => !slot.needs_teacher) ? (
    <Text size="sm" c="dimmed">
      {t.noTeacherNeeded}
    </Text>
  ) : (
    <StatusBadge tone="warn">{t.noTeacher}</StatusBadge>
  );
