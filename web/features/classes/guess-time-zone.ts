import { timeZoneNames, timeZones, type TimeZoneName } from '@gurukul/contract/classes';
import { viewerZone } from '#web/lib/format/format.ts';

/** Minutes a zone is ahead of UTC at that moment. */
function offsetAt(zone: string, moment: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(moment);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * The offered abbreviation with the viewer's clock; of a pair, the one in force now. Zones have several names
 * (Asia/Calcutta, America/Detroit), so the clocks are compared, in winter, in summer and now.
 */
export function guessTimeZone(now = new Date(), zone = viewerZone()): TimeZoneName {
  const year = now.getUTCFullYear();
  const winter = new Date(Date.UTC(year, 0, 15));
  const summer = new Date(Date.UTC(year, 6, 15));
  const goesBy = (name: TimeZoneName, moments: readonly Date[]) =>
    moments.every((moment) => offsetAt(timeZones[name], moment) === offsetAt(zone, moment));

  const sameClock = timeZoneNames.filter((name) => goesBy(name, [winter, summer]));
  const isSummerTime = offsetAt(zone, now) > Math.min(offsetAt(zone, winter), offsetAt(zone, summer));
  const inForce = sameClock.find((name) => name.endsWith(isSummerTime ? 'DT' : 'ST'));
  return inForce ?? sameClock[0] ?? timeZoneNames.find((name) => goesBy(name, [now])) ?? timeZoneNames[0];
}

/** New York, of America/New_York. */
export const placeOf = (name: TimeZoneName) => timeZones[name].replace(/^.*\//, '').replaceAll('_', ' ');
