/** Remarks about the lines and payouts of a settlement file. */
export const settlementRemarks = {
  line_no_payment: 'There is no payment with this number',
  line_other_amount: 'Its amount is {amount} here',
  line_other_currency: 'Its currency is {currency} here',
  line_not_received: 'Its status is "{status}" here, so it does not count as received',
  line_twice: 'The same as row {row}',
  line_same_payment: 'Row {row} is about the same payment',
  line_saved_before: 'In a saved settlement already',
  line_no_refund: 'No such refund is written down',
  line_no_dispute: 'No such dispute is written down',
  line_not_reversed: 'The refund or dispute is not written down as reversed',
  line_adjustment: 'An adjustment, which only the service can explain',
  line_suggested: 'A payment may be meant: please choose',
  line_refunded:
    '{amount} of this were refunded, and this list does not say in which payout. Please use the balance report',
  line_sum_wrong: 'Amount, fee and payout of this row do not add up',
  line_balance_wrong: 'The balance does not follow from the row before',
  line_direction_unknown:
    'Nothing says whether this came in or went out: choose another column for debit or credit',
  line_currency_unknown: 'The currency is missing or unknown',
  line_formula: 'A cell is a formula: paste it as a value',
  line_no_number: 'The number of the row is missing',
  settlement_saved: 'Saved before',
  settlement_unreadable: 'A row cannot be read',
  settlement_differs: 'The rows do not add up to the payout',
  settlement_overlaps: 'Some rows are in another saved payout',
  settlement_no_payout: 'Not paid out yet',
} as const;
