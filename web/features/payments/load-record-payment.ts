export const loadRecordPayment = async () => ({
  Dialog: (await import('./record-payment.tsx')).RecordPayment,
});
