import { useState } from 'react';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface RegionChipProps {
  label: string;
  /** The choice that every region passes. */
  any: string;
  value: string;
  onChange: (value: string) => void;
}

/** Filters by the region of students. The regions are loaded when somebody is about to choose. */
export function RegionChip({ label, any, value, onChange }: RegionChipProps) {
  const [options, setOptions] = useState<readonly Option[]>([]);
  const load = async () => setOptions((await import('./region-options.ts')).regionOptions);
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <FilterChip
      label={label}
      value={value}
      options={[{ value: '', label: any }, ...options, ...(isKnown ? [] : [{ value, label: value }])]}
      onNear={() => void load()}
      onChange={onChange}
    />
  );
}
