import type { ChartTone } from './part.ts';

interface HatchProps {
  id: string;
}

/** What `rest` is filled with; every drawing holds its own under its own id. */
export function Hatch({ id }: HatchProps) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} fill="var(--g-surface)" />
        <rect width={3.5} height={6} fill="var(--g-chart-rest)" />
      </pattern>
    </defs>
  );
}

/** What a mark of a tone is filled with, in the drawing of that hatch. */
export const fillOf = (tone: ChartTone, hatchId: string) =>
  tone === 'rest' ? `url(#${hatchId})` : `var(--g-chart-${tone})`;
