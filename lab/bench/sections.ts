/** The place of a measurement in results.md. */
export interface Section<Column extends string = string> {
  /** Its heading there, without the command. */
  readonly heading: string;
  /** Its columns after date and machine, with which each line begins. */
  readonly columns: readonly Column[];
  /** Columns that identify the question of a line: a newer line with the same values replaces it. */
  readonly asks: readonly Column[];
}

const section = <Column extends string>(
  heading: string,
  columns: readonly Column[],
  asks: readonly NoInfer<Column>[],
): Section<Column> => ({ heading, columns, asks });

const figures = (heading: string) => section(heading, ['Rows', 'Figures'], ['Rows']);

export const sections = {
  api: section(
    'The portal against a bare handler',
    ['Rows', 'Call', 'Sends', 'Ratios', 'Portal', 'Bare handler', 'Beside'],
    ['Rows', 'Call'],
  ),
  growth: section(
    'Growing from 10,000 to a million students',
    ['Rows', 'Call', 'Largest : smallest', 'Median / p95, processor of the database'],
    ['Rows', 'Call'],
  ),
  rush: figures('500 rolls at the same minute'),
  signInFlood: figures('Signing in while one network floods the sign-in'),
  uploads: figures('Waiting beside spreadsheets of 20,000 rows'),
  weights: section(
    'What every address weighs',
    ['Address', 'Scripts and styles', 'Beyond the frame', 'Files'],
    ['Address'],
  ),
  visits: section('Visits on a phone', ['Screen', 'First', 'Again'], ['Screen']),
  gestures: section('Gestures on a phone', ['Gesture', 'Felt'], ['Gesture']),
  report: figures("The report of a class, and a teacher's history"),
  search: section('Finding people, courses and payments', ['Rows', 'Who', 'Figures'], ['Rows', 'Who']),
  mails: figures('Ten thousand mails beside requests'),
  youngObjects: figures('What stays of requests that are over'),
  placing: figures('Proposals for people without a class'),
  nextTerm: figures('Carrying a course into its next term'),
  year: section('What a year takes on the disk', ['Rows', 'What', 'Row', 'Trail'], ['Rows', 'What']),
} satisfies Record<string, Section>;
