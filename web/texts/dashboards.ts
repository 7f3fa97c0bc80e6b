import english from '@gurukul/contract/texts/dashboards.en.json' with { type: 'json' };
import { translated } from './catalogue.ts';

export const dashboardsTexts = await translated('dashboards', english);
