/** Values of the data, by what they are on the wire. In English they are shown as they are. */
export const values = {
  payment: {
    Successful: 'Successful',
    Failed: 'Failed',
    Refunded: 'Refunded',
    Exempted: 'Exempted',
    'Alternate arrangements made': 'Alternate arrangements made',
    Sponsored: 'Sponsored',
  },
  registration: {
    Registered: 'Registered',
    'Registration failed': 'Registration failed',
    Canceled: 'Canceled',
    Completed: 'Completed',
    Memorizer: 'Memorizer',
    'Gold medalist': 'Gold medalist',
    Failed: 'Failed',
    Dropped: 'Dropped',
  },
  language: { Telugu: 'Telugu', English: 'English', Sanskrit: 'Sanskrit' },
  /** What payment services say of money, in small letters. */
  money: {
    success: 'success',
    failed: 'failed',
    refunded: 'refunded',
    pending: 'pending',
    created: 'created',
    authorized: 'authorized',
    processing: 'processing',
    canceled: 'canceled',
    cancelled: 'cancelled',
  },
  /** How somebody works. */
  work: { 'Full time': 'Full time', 'Part time': 'Part time', Volunteer: 'Volunteer' },
} as const;
