import type { ProviderSettings } from '@gurukul/contract/provider';
import { childrenRules, longestKind } from '@gurukul/contract/shared/person/checks';
import { NativeSelect, Stack, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { checksTexts } from '#web/texts/checks.ts';

const t = checksTexts;

/** What happens when somebody without a valid check is given a class of children. */
export const ChildrenFields = ({ form }: { form: UseFormReturnType<ProviderSettings> }) => (
  <Stack gap="sm" mt="md" maw="30rem">
    <NativeSelect
      {...form.getInputProps('children_rule')}
      label={t.rule}
      data={childrenRules.map((value) => ({ value, label: t.rules[value] }))}
    />
    {form.values.children_rule === 'off' ? null : (
      <TagsInput
        {...form.getInputProps('children_checks')}
        value={[...form.values.children_checks]}
        label={t.needed}
        description={t.neededHint}
        placeholder={t.kindExample}
        maxTags={5}
        maxLength={longestKind}
      />
    )}
  </Stack>
);
