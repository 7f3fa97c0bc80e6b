import { dashboards as english } from './en/dashboards.ts';
import { pick } from './catalogue.ts';

export const dashboardsTexts = pick('dashboards', english);
