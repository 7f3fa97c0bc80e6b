import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { paths } from '../web/paths.ts';

/** What was found on one screen in one width and scheme; the pictures hand it on as annotations of this type. */
export const walkedType = 'walked';

export interface Walked {
  readonly role: string;
  readonly screen: string;
  /** As the browser had it in the end, decoded. */
  readonly address: string;
  readonly width: number;
  readonly scheme: string;
  readonly violations: readonly string[];
  /** What is lower or narrower than 40 px, on the width of a phone. */
  readonly small: readonly string[];
}

const addresses = Object.values(paths).map((path) => path.replace('$id', '{id}'));

const patternOf = (address: string) =>
  new RegExp(`^${address.replace(/\?.*/, '').replace(/[-.]/g, '\\$&').replace('{id}', '[^/]+')}$`, 'i');

/** Home leads to a dashboard at once, and a part of a screen has no address of its own. */
const isScreen = (address: string) => address !== paths.home && !address.includes('?');

const variantOf = ({ width, scheme }: Walked) => `${width} ${scheme}`;

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}

/** Prints how many rules each screen breaks, for each role, width and scheme, and fails when one was not walked. */
// oxlint-disable-next-line import/no-default-export -- how Playwright takes a reporter
export default class ScreensTable implements Reporter {
  private readonly walked: Walked[] = [];

  onTestEnd(_test: TestCase, { annotations }: TestResult) {
    for (const { type, description = '' } of annotations) {
      if (type === walkedType) this.walked.push(JSON.parse(description) as Walked);
    }
  }

  async onEnd() {
    const variants = [...new Set(this.walked.map(variantOf))];
    const screens = Map.groupBy(this.walked, ({ role, screen }) => `${role} ${screen}`);
    const rows = [...screens.values()].map((found) => [
      found[0]!.screen,
      found[0]!.role,
      ...variants.map((variant) => {
        const one = found.find((each) => variantOf(each) === variant);
        return one ? String(one.violations.length) : 'not walked';
      }),
    ]);
    const count = this.walked.reduce((sum, { violations }) => sum + violations.length, 0);
    const small = this.walked.filter((each) => each.small.length > 0);
    const seen = this.walked.map(({ address }) => address);
    const missed = addresses.filter(
      (address) => isScreen(address) && !seen.some((each) => patternOf(address).test(each)),
    );
    const isWhole = process.env['SCREENS'] === undefined;
    const lines = [
      '',
      table([['screen', 'role', ...variants], ...rows]),
      '',
      ...small.map(
        ({ role, screen, small: targets }) => `under 40 px: ${role} ${screen}: ${targets.join('; ')}`,
      ),
      `${this.walked.length} walks over ${rows.length} screens by role: ${count} violations`,
      ...(isWhole ? [`addresses that were not walked: ${missed.join(', ') || 'none'}`] : []),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return isWhole && missed.length > 0 ? { status: 'failed' as const } : undefined;
  }

  printsToStdio() {
    return true;
  }
}
