import type { PaymentStatus, RegistrationStatus } from '@gurukul/contract/students';
import type { Tone } from '#web/ui/status-badge.tsx';

export const registrationTones: Readonly<Record<RegistrationStatus, Tone>> = {
  Registered: 'good',
  'Registration failed': 'bad',
  Canceled: 'calm',
  Completed: 'info',
  Memorizer: 'info',
  'Gold medalist': 'info',
  Failed: 'bad',
  Dropped: 'warn',
};

export const paymentTones: Readonly<Record<PaymentStatus, Tone>> = {
  Successful: 'good',
  Failed: 'bad',
  Refunded: 'calm',
  Exempted: 'info',
  'Alternate arrangements made': 'info',
  Sponsored: 'info',
};
