import classes from './states.module.css';

/** What an empty page will hold one day, by the address of the page. */
const pictures = [
  {
    of: /student|teacher|admins|invitation/i,
    lines:
      'M36 34a8 8 0 1 0 16 0a8 8 0 1 0-16 0M24 60c0-12 8-18 20-18s20 6 20 18M62 40a6 6 0 1 0 12 0a6 6 0 1 0-12 0M66 50c8 0 12 4 12 10',
    leaf: 'M48 22c-1-8 4-13 13-14 1 9-4 14-13 14z',
  },
  {
    of: /payment|owing|settlement|ticket|statement/i,
    lines:
      'M26 52c0 4 7 7 15 7s15-3 15-7v-6M26 52v-6M26 46c0 4 7 7 15 7s15-3 15-7-7-7-15-7-15 3-15 7M56 44c8 0 14-3 14-6v-6c0-4-6-7-14-7s-14 3-14 7v7M42 32c0 3 6 6 14 6s14-3 14-6',
    leaf: 'M64 20c-1-7 4-11 11-12 1 8-4 12-11 12z',
  },
  {
    of: /mail|message|approval/i,
    lines: 'M22 28h52v32H22zM22 28l26 20 26-20M22 60l18-19M74 60L56 41',
    leaf: 'M50 22c-1-8 4-13 13-14 1 9-4 14-13 14z',
  },
  {
    of: /schedule|days|event|cover|today|meeting/i,
    lines: 'M24 24h48v38H24zM24 35h48M35 18v10M61 18v10M34 45h6M45 45h6M56 45h6M34 54h6M45 54h6',
    leaf: 'M62 56c-1-7 4-11 11-12 1 8-4 12-11 12z',
  },
  {
    of: /attendance|homework|report|roll|case/i,
    lines: 'M28 20h40v42H28zM36 31l3 3 5-6M50 31h11M36 42l3 3 5-6M50 42h11M36 53l3 3 5-6M50 53h7',
    leaf: 'M70 22c-1-7 4-11 11-12 1 8-4 12-11 12z',
  },
  {
    of: /bin|history/i,
    lines: 'M32 28h32l-4 34H36zM28 28h40M42 28v-6h12v6M42 36l1 18M54 36l-1 18',
    leaf: 'M62 22c-1-7 4-11 11-12 1 8-4 12-11 12z',
  },
] as const;

/** An open book without a word in it yet. */
const book = {
  lines:
    'M48 31c-8-6-19-7-30-5v29c11-2 22-1 30 5 8-6 19-7 30-5V26c-11-2-22-1-30 5zM48 31v29M25 35c5-.6 10-.2 15 1.5M25 43c5-.6 10-.2 15 1.5M56 36.5c5-1.7 10-2.1 15-1.5M56 44.5c5-1.7 10-2.1 15-1.5',
  leaf: 'M48 22c-1-9 5-15 15-16 1 10-5 16-15 16zM48 22l7-8',
};

/** A quiet picture of the page's subject, under a leaf. */
export function EmptyPicture() {
  const { lines, leaf } = pictures.find(({ of }) => of.test(location.pathname)) ?? book;
  return (
    <svg aria-hidden viewBox="0 0 96 72" width={96} height={72} className={classes.picture}>
      <ellipse cx={48} cy={61} rx={42} ry={8} />
      <path data-part="pages" d={lines} />
      <path data-part="leaf" d={leaf} />
    </svg>
  );
}
