import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FoundFieldProps } from '#web/features/search/found-field.tsx';
import { useNavigate } from '#web/lib/address/navigate.ts';
import { to, type paths } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';

const t = peopleTexts.detail;

const loadMerge = async () => {
  const [{ MergeDialog }, { FoundField }] = await Promise.all([
    import('#web/features/duplicates/merge-dialog.tsx'),
    import('#web/features/search/found-field.tsx'),
  ]);
  const Teacher = (props: FoundFieldProps) => <FoundField kind="teacher" {...props} />;
  const CourseAdmin = (props: FoundFieldProps) => <FoundField kind="course_admin" {...props} />;
  return { MergeDialog, fields: { teacher: Teacher, course_admin: CourseAdmin } };
};

interface MergeColleagueProps {
  id: number;
  name: string;
  kind: 'teacher' | 'course_admin';
  /** Where the survivor is. */
  page: (typeof paths)['teacher' | 'courseAdmin'];
}

/** Merges a colleague who is here twice. */
export function MergeColleague({ id, name, kind, page }: MergeColleagueProps) {
  const navigate = useNavigate();
  const { part, prepare, want } = useOnFirstUse(loadMerge);
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    if (await want()) setOpen(true);
  };
  return (
    <>
      <Button variant="default" onPointerEnter={prepare} onFocus={prepare} onClick={() => void open()}>
        {t.mergeWith}
      </Button>
      {part ? (
        <part.MergeDialog
          keepId={id}
          mergeId={null}
          Field={part.fields[kind]}
          name={name}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onMerged={(survivor) => {
            if (survivor !== id) void navigate({ to: to(page, survivor) });
          }}
        />
      ) : null}
    </>
  );
}
