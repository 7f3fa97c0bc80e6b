/** The sections of /Settings in its order: `?section=<name>` opens the page at one. */
export const settingsSections = [
  'look',
  'languages',
  'mails',
  'factors',
  'people',
  'receipts',
  'certificates',
  'test',
  'questions',
  'terms',
  'pay',
  'retention',
  'backups',
] as const;
