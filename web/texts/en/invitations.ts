export const invitations = {
  title: 'Invitations',
  lead: 'People who are invited and have not signed up. They can be given courses and classes already.',
  none: 'No open invitations',
  search: 'Name or email',
  pending: 'Pending',
  named: (name: string) => `${name} (pending)`,
  columns: {
    email: 'Email',
    role: 'Role',
    by: 'Invited by',
    sent: 'Sent',
    expires: 'Valid until',
    state: 'Link',
    mail: 'Mail',
    work: 'Already has',
  },
  roles: { courseadmin: 'Course Admin', coordinator: 'Coordinator', teacher: 'Teacher' },
  states: { open: 'Valid', expired: 'Expired' },
  unknown: 'Not known',
  work: (courses: number, slots: number) =>
    [
      courses === 0 ? '' : courses === 1 ? '1 course' : `${courses} courses`,
      slots === 0 ? '' : slots === 1 ? '1 weekly class' : `${slots} weekly classes`,
    ]
      .filter(Boolean)
      .join(', '),
  resend: 'Send again',
  resent: (email: string) => `A new link was sent to ${email}`,
  revoke: 'Revoke',
  revokeTitle: 'Revoke the invitation?',
  revokeText: (email: string) => `The link that ${email} has will stop working.`,
  revokeWork: (email: string, work: string) =>
    `The link that ${email} has will stop working. ${work} will have nobody until you choose somebody else.`,
  revoked: 'Invitation revoked',
  revokedWork: (work: string) => `Invitation revoked. ${work} now need somebody else.`,
} as const;
