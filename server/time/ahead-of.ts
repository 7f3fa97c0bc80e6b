const formats = new Map<string, Intl.DateTimeFormat>();

/** The minutes by which the clock of an IANA zone is ahead of UTC at a moment. */
export function minutesAheadOf(zone: string, at: number | Date): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  const said = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours, rest = '0'] = /([+-])(\d+):?(\d+)?/.exec(said) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(rest));
}
