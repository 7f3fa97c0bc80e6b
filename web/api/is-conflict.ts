import { errors } from '@gurukul/contract/shared/errors';
import { ApiError } from './errors.ts';

/** Somebody else saved what a form was opened on. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.said === errors.conflict.message;
