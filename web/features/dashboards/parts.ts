import type { DashboardData } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import type { ChartPart } from '#web/ui/chart/part.ts';

const { gender, age, region } = dashboardsTexts;

export const genderParts = (data: DashboardData): ChartPart[] => [
  { label: gender.male, value: data.male_count, tone: 'first' },
  { label: gender.female, value: data.female_count, tone: 'second' },
  { label: gender.notSelected, value: data.not_selected, tone: 'rest' },
];

/** The oldest are named otherwise on each dashboard, and are the same people. */
export const ageParts = (role: PortalRole, data: DashboardData): ChartPart[] => [
  { label: age.first, value: data.age_01to15, tone: 'first' },
  { label: age.second, value: data.age_16to30, tone: 'first' },
  { label: age.third, value: data.age_31to45, tone: 'first' },
  { label: age.last[role], value: data.age_46to100, tone: 'first' },
  { label: age.notSelected, value: data.not_selected_age, tone: 'rest' },
];

export const regionParts = (data: DashboardData): ChartPart[] => [
  { label: region.india, value: data.India, tone: 'first' },
  { label: region.others, value: data.Others, tone: 'rest' },
  { label: region.uk, value: data.UK, tone: 'third' },
  { label: region.usa, value: data.USA, tone: 'second' },
];

/** The charts, in their order. */
export const chartNames = ['months', 'gender', 'age', 'region'] as const;
export type ChartName = (typeof chartNames)[number];
