export { paymentTones, registrationTones } from '#web/features/roster/status-tones.ts';
