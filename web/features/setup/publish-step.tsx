import { courses } from '@gurukul/contract/courses';
import { provider } from '@gurukul/contract/provider';
import type { ProviderSettings, Setup } from '@gurukul/contract/provider';
import { countryOf } from '@gurukul/contract/shared/countries';
import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { send } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { aboutOf, requestOf } from '#web/features/courses/edit/changes.ts';
import { draftOf } from '#web/features/courses/edit/draft.ts';
import { isPriceValue } from '#web/features/courses/edit/faults.ts';
import { newKey } from '#web/lib/draft-rows.ts';
import { countryName } from '#web/lib/format/country-names.ts';
import { asInput } from '#web/lib/settings-input.ts';
import { session } from '#web/lib/session.ts';
import { paths, to } from '#web/paths.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { setupTexts } from '#web/texts/setup.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { LoneLink } from '#web/ui/lone-link.tsx';

const t = setupTexts.publish;

interface PublishStepProps {
  course: NonNullable<Setup['course']>;
  /** Where the provider is; empty: nobody knows, and prices are set on the course's own page. */
  countryCode: string;
  settings: ProviderSettings & { readonly version: number };
}

/** The first price, in the country of the provider, and the press that shows the course to everybody, and to families who register. */
export function PublishStep({ course, countryCode, settings }: PublishStepProps) {
  const { course_id, course_name, has_price } = course;
  const edit = useAction(courses.edit_course_by_courseadmin);
  const publication = useAction(courses.course_publish);
  const registration = useAction(courses.course_reg_status);
  const saveSettings = useAction(provider.save_settings);
  const { catalogue_open, registration_open } = settings;
  const isOpen = catalogue_open && registration_open;
  const [isOpening, setOpening] = useState(isOpen);
  const [price, setPrice] = useState('');
  const [fault, setFault] = useState('');
  const country = has_price ? undefined : countryOf(countryCode);
  const typed = price.replaceAll(/[\s,]/gu, '');
  const isPending = [edit, publication, registration, saveSettings].some((one) => one.isPending);

  const savePrice = async ({ country_code, country_name, currency_code }: NonNullable<typeof country>) => {
    const loaded = await send(courses.get_single_course, { student_id: null, course_id });
    const base = draftOf(loaded);
    const first = { key: newKey(), id: null, country_code, country_name, currency_code, price_value: typed };
    await edit.run(requestOf(base, { ...base, prices: [...base.prices, first] }, aboutOf(loaded)));
  };

  const openRegistration = async () => {
    if (!isOpen) {
      await saveSettings.run({ ...asInput(settings), catalogue_open: true, registration_open: true });
    }
    if (!course.is_registering) {
      await registration.run({ course_id, user_id: session.uid, expected: 'closed' }, 'closed');
    }
  };

  const publish = async () => {
    if (isPending) return;
    if (typed !== '' && !isPriceValue(typed)) return setFault(coursesTexts.edit.valueWrong);
    try {
      if (country && typed !== '') await savePrice(country);
      if (isOpening) await openRegistration();
      const answer = await publication.run(
        { course_id, user_id: session.uid, flag: 'published', expected: 'unpublished' },
        course_name,
      );
      tellDone(answer, t.done({ name: course_name }), { kind: 'changed', what: course_name });
    } catch (error) {
      toast.error(refusalOf(error));
    }
  };

  return (
    <Stack>
      {country ? (
        <TextInput
          label={t.price({ currency: country.currency_code })}
          description={t.priceHint({ country: countryName(country.country_name, country.country_code) })}
          value={price}
          error={fault}
          inputMode="decimal"
          maxLength={15}
          onChange={({ currentTarget: { value } }) => {
            setPrice(value);
            setFault('');
          }}
        />
      ) : null}
      <Checkbox
        label={t.register}
        description={t.registerHint}
        checked={isOpening}
        onChange={({ currentTarget: { checked } }) => setOpening(checked)}
      />
      <Button style={{ alignSelf: 'start' }} aria-busy={isPending} onClick={() => void publish()}>
        {t.action({ name: course_name })}
      </Button>
      <LoneLink href={to(paths.singleCourse, course_id)}>{t.more}</LoneLink>
    </Stack>
  );
}
