/** Razorpay lets the office choose the secret of its webhook, and Stripe makes its own. */
export const leastHookSecret = 20;

export const isHookSecret = (service: 'razorpay' | 'stripe', secret: string): boolean =>
  /^[\x21-\x7e]+$/.test(secret) && (service === 'stripe' || secret.length >= leastHookSecret);
