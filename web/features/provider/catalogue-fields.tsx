import { cataloguePath } from '@gurukul/contract/catalogue';
import type { ProviderSettings } from '@gurukul/contract/provider';
import { siteOriginOf } from '@gurukul/contract/shared/site-origin';
import { Anchor, Checkbox, Code, Stack, TagsInput, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { providerTexts } from '#web/texts/provider.ts';

const t = providerTexts.catalogue;

interface CatalogueFieldsProps {
  form: UseFormReturnType<ProviderSettings>;
  /** It is open now, before this form is saved. */
  isOpen: boolean;
}

/** The catalogue for everybody: whether it is open, its address, and the sites that may show it. */
export function CatalogueFields({ form, isOpen }: CatalogueFieldsProps) {
  const address = `${location.origin}${cataloguePath}`;
  const { catalogue_open, catalogue_sites } = form.values;
  return (
    <Stack gap="sm">
      <Checkbox
        {...form.getInputProps('catalogue_open', { type: 'checkbox' })}
        label={t.label}
        description={t.hint}
      />
      {catalogue_open ? (
        <>
          <Text>
            {isOpen ? (
              <Anchor href={cataloguePath} target="_blank" rel="noopener">
                {t.open}
              </Anchor>
            ) : (
              t.afterSave
            )}{' '}
            <Code>{address}</Code>
          </Text>
          <Checkbox
            {...form.getInputProps('registration_open', { type: 'checkbox' })}
            label={t.register}
            description={t.registerHint}
          />
          {form.values.registration_open ? (
            <Checkbox
              {...form.getInputProps('place_when_paid', { type: 'checkbox' })}
              label={t.whenPaid}
              description={t.whenPaidHint}
            />
          ) : null}
          <TagsInput
            {...form.getInputProps('catalogue_sites')}
            value={[...catalogue_sites]}
            label={t.sites}
            description={t.sitesHint}
            maxTags={20}
            splitChars={[',', ' ']}
          />
          {catalogue_sites.some((site) => siteOriginOf(site) !== null) ? (
            <Code block>{`<iframe src="${address}" width="100%" height="900"></iframe>`}</Code>
          ) : null}
        </>
      ) : null}
    </Stack>
  );
}
