import { productName } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';

/** The provider's name, which stands in place of a course's where an event has none. */
export const providerName = sql`(select coalesce(nullif(v.name, ''), ${productName}) from provider v)`;

/** Of the course `c`, or of the provider where there is none. */
export const courseOrProvider = sql`coalesce(c.course_name, ${providerName})`;
