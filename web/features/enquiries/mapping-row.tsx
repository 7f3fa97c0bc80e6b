import type { QueryType } from '@gurukul/contract/enquiries';
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { enquiriesTexts } from '#web/texts/enquiries.ts';
import { Hint } from '#web/ui/feedback/hint.tsx';
import rowClasses from '#web/ui/form/edit-rows.module.css';
import type { MappingDraft } from './mapping-draft.ts';
import classes from './query-emails.module.css';

const t = enquiriesTexts.mappings;

/** On wide screens the heading stands once above all rows; screen readers still hear it in each row. */
const inHead = { className: classes.label };

interface MappingRowProps {
  draft: MappingDraft;
  number: number;
  types: readonly QueryType[];
  isWrong: boolean;
  /** It was to be submitted, and nobody chose a type. */
  isUntyped: boolean;
  /** The last row stays. */
  canRemove: boolean;
  onChange: (fields: Partial<Pick<MappingDraft, 'type' | 'email'>>) => void;
  onRemove: (name: string) => void;
}

export function MappingRow({
  draft,
  number,
  types,
  isWrong,
  isUntyped,
  canRemove,
  onChange,
  onRemove,
}: MappingRowProps) {
  const name = draft.email.trim() || t.row({ number });
  const isHeldBack = draft.type === '' && (draft.id !== null || draft.email.trim() !== '');
  const { theirs } = draft;
  const nameOf = (type: string) =>
    types.find(({ course_type_id }) => String(course_type_id) === type)?.course_type_name ?? t.none;
  return (
    <li data-row={draft.key} className={`${rowClasses.row} ${classes.row}`}>
      <fieldset className={classes.mapping} aria-label={name}>
        <NativeSelect
          label={t.type}
          labelProps={inHead}
          description={isHeldBack ? (draft.id === null ? t.noneHint : t.noneStored) : undefined}
          error={isUntyped ? t.typeMissing : ''}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.type}
          onChange={(event) => onChange({ type: event.currentTarget.value })}
          data={[
            { value: '', label: t.none },
            ...types.map((type) => ({ value: String(type.course_type_id), label: type.course_type_name })),
          ]}
        />
        <TextInput
          type="email"
          label={t.email}
          description={theirs ? t.theirs({ type: nameOf(theirs.type), email: theirs.email }) : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          labelProps={inHead}
          value={draft.email}
          onChange={(event) => onChange({ email: event.currentTarget.value })}
          error={isWrong ? t.wrongEmail : ''}
          maxLength={254}
          autoComplete="off"
        />
        {canRemove ? (
          <Hint label={t.remove({ name })}>
            <ActionIcon
              variant="default"
              size="lg"
              className={classes.remove}
              aria-label={t.remove({ name })}
              onClick={() => onRemove(name)}
            >
              <IconTrash aria-hidden size={18} />
            </ActionIcon>
          </Hint>
        ) : null}
      </fieldset>
    </li>
  );
}
