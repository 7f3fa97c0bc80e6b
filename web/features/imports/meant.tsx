import type { BringInput, UnknownName } from '@gurukul/contract/bring';
import { NativeSelect } from '@mantine/core';
import { bringTexts } from '#web/texts/bring.ts';

const t = bringTexts.meant;

export type Meant = NonNullable<BringInput['meant']>[number];

export const isAbout = (one: UnknownName | Meant, { course_name, class_name }: Meant) =>
  one.course_name === course_name && one.class_name === class_name;

interface MeantFieldProps {
  one: UnknownName;
  /** What was said about it. */
  meant: Meant | undefined;
  onSay: (meant: Meant) => void;
  /** Beside the problem of a row, which says what is asked. */
  isInRow?: boolean;
}

/** A name that no course or class has: a new one, or one that is there, the nearest first. It counts for all rows. */
export function MeantField({ one, meant, onSay, isInRow = false }: MeantFieldProps) {
  const { course_name, class_name, near, can_make } = one;
  if (near.length === 0 && !can_make) return null;
  const label =
    class_name === '' ? t.course({ name: course_name }) : t.class({ name: class_name, course: course_name });
  return (
    <NativeSelect
      {...(isInRow ? { 'aria-label': label, size: 'xs', mt: 4 } : { label })}
      data={[
        { value: '', label: t.choose, disabled: true },
        ...(can_make ? [{ value: '+', label: class_name === '' ? t.makeCourse : t.makeClass }] : []),
        ...near.map((name) => ({ value: `=${name}`, label: name })),
      ]}
      value={meant === undefined ? '' : meant.is === '' ? '+' : `=${meant.is}`}
      onChange={({ currentTarget: { value } }) => onSay({ course_name, class_name, is: value.slice(1) })}
    />
  );
}
