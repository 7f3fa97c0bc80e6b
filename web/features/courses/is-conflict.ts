import { errors } from '@gurukul/contract/shared/errors';
import { ApiError } from '#web/api/errors.ts';

/** Somebody else saved the course while the form was open. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.said === errors.conflict.message;
