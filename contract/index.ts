import { access } from './access.ts';
import { accounts } from './accounts.ts';
import { assignments } from './assignments.ts';
import { attendance } from './attendance.ts';
import { audit } from './audit.ts';
import { bring } from './bring.ts';
import { calendar } from './calendar.ts';
import { cases } from './cases.ts';
import { catalogue } from './catalogue.ts';
import { certificates } from './certificates.ts';
import { checkouts } from './checkouts.ts';
import { classes } from './classes.ts';
import { courses } from './courses.ts';
import { continuations } from './continuations.ts';
import { cover } from './cover.ts';
import { dashboards } from './dashboards.ts';
import { duplicates } from './duplicates.ts';
import { privacy } from './privacy.ts';
import { enquiries } from './enquiries.ts';
import { events } from './events.ts';
import { figures } from './figures.ts';
import { files } from './files.ts';
import { homework } from './homework.ts';
import { intake } from './intake.ts';
import { invitations } from './invitations.ts';
import { ledger } from './ledger.ts';
import { mails } from './mails.ts';
import { meetings } from './meetings.ts';
import { messages } from './messages.ts';
import { myPage } from './my-page.ts';
import { openid } from './openid.ts';
import { paymentUpload } from './payment-upload.ts';
import { passkeys } from './passkeys.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { provider } from './provider.ts';
import { push } from './push.ts';
import { placing } from './placing.ts';
import { questions } from './questions.ts';
import { receipts } from './receipts.ts';
import { approvals } from './approvals.ts';
import { registrations } from './registrations.ts';
import { reports } from './reports.ts';
import { schedule } from './schedule.ts';
import { search } from './search.ts';
import { security } from './security.ts';
import type { Call } from './shared/calls/call.ts';
import { selection } from './selection.ts';
import { studentImport } from './student-import.ts';
import { settlements } from './settlements.ts';
import { students } from './students.ts';
import { tests } from './tests.ts';
import { views } from './views.ts';

/** The whole API: noun, then call. Router, client, reference and authorization tests are derived from it. */
export const api = {
  accounts,
  openid,
  invitations,
  people,
  duplicates,
  assignments,
  schedule,
  courses,
  classes,
  meetings,
  cover,
  students,
  payments,
  checkouts,
  receipts,
  ledger,
  dashboards,
  figures,
  cases,
  events,
  enquiries,
  mails,
  messages,
  attendance,
  homework,
  certificates,
  catalogue,
  files,
  selection,
  studentImport,
  paymentUpload,
  settlements,
  intake,
  bring,
  calendar,
  myPage,
  push,
  placing,
  questions,
  search,
  audit,
  access,
  security,
  provider,
  tests,
  views,
  registrations,
  continuations,
  reports,
  approvals,
  privacy,
  passkeys,
};

export type Api = typeof api;
export type Noun = keyof Api;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets the names of the keys
export const nouns = Object.keys(api) as Noun[];

/** 'noun.call' of every call. */
export type CallName = { [N in Noun]: `${N}.${keyof Api[N] & string}` }[Noun];

type CallsMarked<Mark extends 'changes' | 'undo' | 'unbinned'> = {
  [N in Noun]: {
    [K in keyof Api[N] & string]: Api[N][K] extends Record<Mark, unknown> ? `${N}.${K}` : never;
  }[keyof Api[N] & string];
}[Noun];

/** 'noun.call' of every call that changes data. */
export type ChangingCall = CallsMarked<'changes'>;
type NounOf<Name extends string> = Name extends `${infer N}.${string}` ? N : never;
/** The nouns with changes that the bin lists. */
export type BinnedNoun = NounOf<Exclude<CallsMarked<'undo'>, CallsMarked<'unbinned'>>>;

export interface NamedCall {
  readonly name: CallName;
  readonly call: Call;
}

/** All calls with their names, noun by noun. */
export const calls = (): NamedCall[] =>
  nouns.flatMap((noun) =>
    Object.entries<Call>(api[noun]).map(([key, call]) => ({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries forgets the names of the keys
      name: `${noun}.${key}` as CallName,
      call,
    })),
  );

export const callNames: readonly CallName[] = calls().map(({ name }) => name);

/** The call that shows what the named one would do: another one of its noun, or itself with `preview`. */
export function previewCallOf(name: string): NamedCall | undefined {
  const [noun] = name.split('.');
  const checks = calls().find((each) => each.name === name)?.call.checks;
  return calls().find((each) => each.name === `${noun}.${checks}`);
}
