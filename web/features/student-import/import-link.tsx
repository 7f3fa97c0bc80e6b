import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { paths } from '#web/paths.ts';
import { studentsTexts } from '#web/texts/students.ts';
import { linkTo } from '#web/ui/link.tsx';

export const ImportLink = () => (
  <Button
    variant="default"
    renderRoot={linkTo(paths.importStudents)}
    leftSection={<IconFileImport aria-hidden size={18} />}
  >
    {studentsTexts.importStudents}
  </Button>
);
