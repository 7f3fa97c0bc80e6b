import { enquiries, type QueryMapping, type QueryType } from '@gurukul/contract/enquiries';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { enquiriesTexts } from '#web/texts/enquiries.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { FailedState, LoadingState } from '#web/ui/feedback/states.tsx';
import { MappingForm } from './mapping-form.tsx';
import { QueryTypeForm } from './query-type-form.tsx';
import classes from './query-emails.module.css';

const t = enquiriesTexts;

interface UnheardProps {
  types: readonly QueryType[];
  stored: readonly QueryMapping[];
}

/** Questions of such a type are turned away, so the office should know. */
function Unheard({ types, stored }: UnheardProps) {
  const heard = new Set(stored.map(({ course_type_id }) => course_type_id));
  const names = types.filter((type) => !heard.has(type.course_type_id)).map((type) => type.course_type_name);
  if (names.length === 0) return null;
  return (
    <div className={classes.unheard}>
      <Notice title={t.types.unheard({ names: names.join(', ') })}>
        <Text size="sm">{t.types.unheardHint}</Text>
      </Notice>
    </div>
  );
}

/** /queryEmails: kinds of questions, and who hears about them. */
export function QueryEmailsPage() {
  const types = useQuery(query(enquiries.get_types, {}));
  const mappings = useQuery(query(enquiries.get_mappings, {}));
  const loaded = types.data && mappings.data;
  const error = types.error ?? mappings.error;
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <Stack gap="lg">
        <Panel title={t.types.title}>
          <QueryTypeForm />
          {loaded ? <Unheard types={types.data.data.data} stored={mappings.data.data.data} /> : null}
        </Panel>
        <Panel title={t.mappings.title}>
          {loaded ? (
            <MappingForm
              types={types.data.data.data}
              stored={mappings.data.data.data}
              reload={async () => (await mappings.refetch({ throwOnError: true })).data?.data.data ?? []}
            />
          ) : error ? (
            <FailedState
              message={error.message}
              onRetry={() => void Promise.all([types.refetch(), mappings.refetch()])}
            />
          ) : (
            <LoadingState />
          )}
        </Panel>
      </Stack>
    </>
  );
}
