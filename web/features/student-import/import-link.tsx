import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { paths } from '#web/paths.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { AppLink } from '#web/ui/link.tsx';

export const ImportLink = () => (
  <Button
    renderRoot={(props) => <AppLink href={paths.importStudents} {...props} />}
    leftSection={<IconFileImport aria-hidden size={18} />}
  >
    {studentsTexts.importStudents}
  </Button>
);
