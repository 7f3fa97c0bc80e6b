import { invitations, type InvitationRow } from '@gurukul/contract/invitations';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { sizeChoice } from '#web/lib/constants.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';

import { invitationsTexts } from '#web/texts/invitations.ts';
import { mailsTexts } from '#web/texts/mails.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import classes from './invitations.module.css';
import { ResendButton } from './resend-button.tsx';

const t = invitationsTexts;

const workText = (courses: number, slots: number) =>
  [courses > 0 && t.courses({ count: courses }), slots > 0 && t.slots({ count: slots })]
    .filter(Boolean)
    .join(', ');

const workOf = ({ courses, slots }: InvitationRow) => workText(courses, slots);

const columns: readonly Column<InvitationRow>[] = [
  { id: 'email_id', header: t.columns.email, value: ({ email_id }) => email_id },
  { id: 'role', header: t.columns.role, value: ({ role }) => t.roles[role] },
  { id: 'invited_by', header: t.columns.by, value: ({ invited_by }) => invited_by ?? t.unknown },
  {
    id: 'sent_at',
    header: t.columns.sent,
    value: ({ sent_at }) => sent_at,
    exported: ({ sent_at }) => formatDateTime(sent_at),
    cell: ({ sent_at }) => formatDateTime(sent_at),
  },
  {
    id: 'expires_at',
    header: t.columns.expires,
    value: ({ expires_at }) => expires_at,
    exported: ({ expires_at }) => formatDateTime(expires_at),
    cell: ({ expires_at }) => formatDateTime(expires_at),
  },
  {
    id: 'state',
    header: t.columns.state,
    value: ({ state }) => t.states[state],
    cell: ({ state }) => (
      <StatusBadge tone={state === 'open' ? 'good' : 'warn'} isOpen={state === 'open'}>
        {t.states[state]}
      </StatusBadge>
    ),
  },
  {
    id: 'mail',
    header: t.columns.mail,
    value: ({ mail }) => (mail === null ? t.unknown : mailsTexts.states[mail]),
  },
  { id: 'work', header: t.columns.work, value: workOf },
];

function Actions({ row }: { row: InvitationRow }) {
  const revoke = useAction(invitations.revoke_invitation);
  const { user_id: uid, email_id: email } = row;
  const work = workOf(row);
  return (
    <div className={classes.actions}>
      <ResendButton row={row} />
      <AskedButton
        label={t.revoke}
        busyLabel={t.revoke}
        name={email}
        color="red"
        question={work ? t.revokeWork({ email, work }) : t.revokeText({ email })}
        action={() => revoke.run({ uid })}
        isPending={revoke.isPending}
        done={(answer) => {
          const open = workText(answer.open_courses, answer.open_slots);
          tellDone(answer, open ? t.revokedWork({ work: open }) : t.revoked, {
            kind: 'removed',
            what: email,
          });
        }}
        failureOf={(error) => messageOf(error)}
      />
    </div>
  );
}

const actionsOf = (row: InvitationRow) => <Actions row={row} />;

/** /Invitations: who is invited and has not signed up. A course admin sees those whom they invited. */
export function InvitationsPage() {
  const all = useQuery(query(invitations.get_invitations, {}));
  const view = useTableSearch({ size: 30, sizes: sizeChoice });
  return (
    <>
      <PageHeader
        title={t.title}
        lead={t.lead}
        actions={
          <>
            {session.role === 'admin' ? (
              <InviteButton newRole="courseadmin" label={invitationsTexts.invite.titles.courseadmin} />
            ) : null}
            <InviteButton newRole="teacher" label={invitationsTexts.invite.titles.teacher} />
          </>
        }
      />
      <DataTable
        label={t.title}
        columns={columns}
        rows={all.data?.data}
        rowId={({ user_id }) => String(user_id)}
        rowActions={actionsOf}
        view={view}
        search={
          <SearchBox
            label={t.search}
            placeholder={t.search}
            value={view.q}
            onChange={(text) => view.setQuery(text)}
          />
        }
        filter={view.q}
        canExport
        query={all}
        {...(view.q ? { emptyAction: <ShowAll /> } : { emptyText: t.none })}
      />
    </>
  );
}
