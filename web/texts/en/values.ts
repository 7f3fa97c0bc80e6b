/** Values of the data, by their form on the wire. English shows them unchanged. */
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
  /** Payment states as payment services write them, in lower case. */
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
    void: 'void',
  },
  /** Who reads a note. */
  readers: { office: 'office', teachers: 'teachers' },
  /** Work statuses. */
  work: { 'Full time': 'Full time', 'Part time': 'Part time', Volunteer: 'Volunteer' },
  /** Why the portal itself declared a receipt void. */
  voided: {
    'A change of the payment was undone': 'A change of the payment was undone',
    'An upload changed the payment': 'An upload changed the payment',
    'The upload was undone': 'The upload was undone',
    'The payment service changed the payment': 'The payment service changed the payment',
  },
} as const;
