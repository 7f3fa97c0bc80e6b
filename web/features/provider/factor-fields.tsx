import type { ProviderSettings } from '@gurukul/contract/provider';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { paths } from '#web/paths.ts';
import { providerTexts } from '#web/texts/provider.ts';
import { texts } from '#web/texts/texts.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { FieldRow } from '#web/ui/form/form-shell.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = providerTexts.factors;

/** From which day on people of each role need a second factor. */
export const FactorFields = ({ form }: { form: UseFormReturnType<ProviderSettings> }) => (
  <Panel title={t.title} anchor="factors">
    <Stack>
      <Text c="dimmed">
        {t.lead} <AppLink href={paths.profile}>{t.own}</AppLink>
      </Text>
      <FieldRow>
        {portalRoles.map((role) => (
          <DateField
            key={role}
            label={t.from({ role: texts.shell.roleLabels[role] })}
            value={form.values[`${role}_factor_from`] ?? ''}
            onChange={(day) => form.setFieldValue(`${role}_factor_from`, day || null)}
            clearable
          />
        ))}
      </FieldRow>
    </Stack>
  </Panel>
);
