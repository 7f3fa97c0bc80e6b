import { describe, expect, test } from 'vitest';
import { currencyOfHeading, isRecognised, planUploadColumns, uploadRowsOf } from './columns.ts';

const line = (row: number, ...cells: string[]) => ({ row, cells });

/** Which heading stands for what. */
function meant(...header: string[]) {
  const { choice } = planUploadColumns(header);
  const named = Object.entries(choice).filter(([, places]) => places.length > 0);
  return Object.fromEntries(
    named.map(([column, places]) => [column, places.map((place) => header[place]).join(' + ')]),
  );
}

describe('what the headings say', () => {
  test('the names of the payment list itself', () => {
    const header = [
      'full_name',
      'course_name',
      'payment_id',
      'created_at',
      'amount',
      'status',
      'phone_number',
      'email_id',
    ];
    expect(meant(...header)).toEqual(Object.fromEntries(header.map((name) => [name, name])));
  });

  test.each([
    ['Txn ID', 'payment_id'],
    ['TRANSACTION NO.', 'payment_id'],
    ['Payment Id (Razorpay)', 'payment_id'],
    ['UTR', 'payment_id'],
    ['Amount (INR)', 'amount'],
    ['Amount (₹)', 'amount'],
    ['Fees Paid', 'amount'],
    ['Date', 'created_at'],
    ['Paid on', 'created_at'],
    ['Payment Status', 'status'],
    ['Name of the student', 'full_name'],
    ['Student', 'full_name'],
    ['Mobile No.', 'phone_number'],
    ['WhatsApp number', 'phone_number'],
    ['E-mail ID', 'email_id'],
    ['Programme', 'course_name'],
    ['Currency', 'currency'],
    ['Currency Code', 'currency'],
  ])('%s is %s', (heading, column) => {
    expect(meant('Remarks', heading)).toEqual({ [column]: heading });
  });

  test('the surer of two headings wins, wherever it stands', () => {
    expect(meant('ID', 'Order Id', 'Payment ID', 'Name', 'Student Name')).toEqual({
      payment_id: 'Payment ID',
      full_name: 'Student Name',
    });
  });

  test('first and last name make a name, unless there is a whole one', () => {
    expect(meant('First name', 'Last name')).toEqual({ full_name: 'First name + Last name' });
    expect(meant('First name', 'Last name', 'Payer')).toEqual({ full_name: 'Payer' });
    expect(meant('First name')).toEqual({});
  });

  test('what nobody knows is nothing', () => {
    expect(meant('Remarks', '', 'Net', 'State')).toEqual({});
  });
});

test('rows keep their number and leave out what is empty', () => {
  const header = ['Txn ID', 'First name', 'Last name', 'Amount'];
  const rows = uploadRowsOf(planUploadColumns(header).choice, header, [
    line(2, ' pay_1 ', 'Asha', 'Rao', '1,200.50'),
    line(7, 'pay_2', 'Anu', ''),
    line(8, `pay_${'3'.repeat(600)}`),
  ]);
  expect(rows.slice(0, 2)).toEqual([
    { row: 2, payment_id: 'pay_1', full_name: 'Asha Rao', amount: '1,200.50' },
    { row: 7, payment_id: 'pay_2', full_name: 'Anu' },
  ]);
  expect(rows[2]?.payment_id).toHaveLength(500);
});

test.each(['Paid Amt', 'Amt. paid', 'Amount received'])('%s is the amount', (heading) => {
  expect(planUploadColumns(['Txn ID', heading]).choice.amount).toEqual([1]);
});

test.each([
  ['Amount (INR)', 'INR'],
  ['Amount (₹)', 'INR'],
  ['Amount Rs.', 'INR'],
  ['AMOUNT IN USD', 'USD'],
  ['Fees US$', 'USD'],
  // A dollar of somebody, and a lek that is meant as a word.
  ['Amount ($)', ''],
  ['All fees', ''],
  ['Amount INR/USD', ''],
  ['Amount', ''],
  ['', ''],
])('the heading %s names the currency %j', (heading, code) => {
  expect(currencyOfHeading(heading)).toBe(code);
});

/** What the first row of a file becomes; its cells are separated by `|`. */
function rowOf(header: string, ...rows: string[]) {
  const cells = (text: string) => text.split('|');
  const lines = rows.map((text, index) => line(index + 2, ...cells(text)));
  const { choice, unsure } = planUploadColumns(cells(header), lines, ['Gita', 'Case Begun']);
  const [first] = uploadRowsOf(choice, cells(header), lines);
  const { row: _, ...said } = first ?? {};
  return unsure.length === 0 ? said : { ...said, unsure };
}

const gita = { course_name: 'Gita' };

test.each<[string, string, string, object]>([
  [
    'Razorpay, payments',
    'id|amount|currency|status|order_id|invoice_id|international|method|amount_refunded|amount_transferred|refund_status|captured|description|card_id|bank|wallet|vpa|email|contact|notes|fee|tax|error_code|error_description|created_at',
    'pay_A1|1200.00|INR|captured|order_1|inv_1|0|upi|500.00|0.00|partial|1|Gita||||x@upi|a@b.in|+919876543201|[]|23.60|3.60|||13/11/2026 20:41:10',
    {
      payment_id: 'pay_A1',
      amount: '1200.00',
      currency: 'INR',
      status: 'captured',
      amount_refunded: '500.00',
      email_id: 'a@b.in',
      phone_number: '+919876543201',
      created_at: '13/11/2026 20:41:10',
      ...gita,
    },
  ],
  [
    'Razorpay, payment links',
    'Payment Link Id|Payment Id|Order Id|Amount (INR)|Status|Customer Name|Customer Email|Customer Contact|Created At (IST)',
    'plink_1|pay_A2|order_2|1,200|paid|Asha Rao|a@b.in|9876543201|13 Nov 2026, 08:41 pm',
    {
      payment_id: 'pay_A2',
      amount: '1,200',
      status: 'paid',
      full_name: 'Asha Rao',
      email_id: 'a@b.in',
      phone_number: '9876543201',
      created_at: '13 Nov 2026, 08:41 pm IST',
    },
  ],
  [
    'Stripe, payments',
    'id|Created (UTC)|Amount|Amount Refunded|Currency|Captured|Converted Amount|Converted Amount Refunded|Converted Currency|Description|Fee|PaymentIntent ID|Refunded date (UTC)|Status|Customer Email|Customer Description',
    'ch_A3|2026-10-31 20:15|101.00|20.00|usd|true|101.00|20.00|usd|Case Begun|3.23|pi_A3|2026-11-02 10:00|Partial Refund|a@b.in|Asha Rao',
    {
      payment_id: 'ch_A3',
      amount: '101.00',
      amount_refunded: '20.00',
      refunded_at: '2026-11-02 10:00 UTC',
      currency: 'usd',
      status: 'Partial Refund',
      email_id: 'a@b.in',
      full_name: 'Asha Rao',
      created_at: '2026-10-31 20:15 UTC',
      course_name: 'Case Begun',
    },
  ],
  [
    'Stripe, unified payments',
    'id|Created date (UTC)|Amount|Amount Refunded|Currency|Customer ID|Customer Email|Invoice ID|Status|Fee|Taxes On Fee',
    'pi_A4|2026-11-13 20:41:10|101.00|0.00|usd|cus_1|a@b.in|in_1|Paid|3.23|0.00',
    {
      payment_id: 'pi_A4',
      amount: '101.00',
      amount_refunded: '0.00',
      currency: 'usd',
      email_id: 'a@b.in',
      status: 'Paid',
      created_at: '2026-11-13 20:41:10 UTC',
    },
  ],
  [
    'Stripe, balance history',
    'id|Type|Source|Amount|Fee|Net|Currency|Created (UTC)|Available On (UTC)|Description',
    'txn_A5|charge|ch_A5|101.00|3.23|97.77|usd|2026-11-13 20:41|2026-11-15 00:00|Gita',
    { payment_id: 'txn_A5', amount: '101.00', currency: 'usd', created_at: '2026-11-13 20:41 UTC', ...gita },
  ],
  [
    'PayPal, activity',
    'Date|Time|TimeZone|Name|Type|Status|Currency|Gross|Fee|Net|From Email Address|To Email Address|Transaction ID|Item Title|Reference Txn ID|Invoice Number|Receipt ID|Balance',
    '11/13/2026|20:41:10|PST|Asha Rao|Website Payment|Completed|USD|1,101.00|-33.83|1,067.17|a@b.in|office@b.in|8AB12345CD678901E|Gita|||1234-5678|9,000.00',
    {
      payment_id: '8AB12345CD678901E',
      amount: '1,101.00',
      currency: 'USD',
      status: 'Completed',
      full_name: 'Asha Rao',
      email_id: 'a@b.in',
      created_at: '11/13/2026 20:41:10 PST',
      ...gita,
    },
  ],
  [
    'Cashfree',
    'Order Id|CF Payment Id|Transaction Amount|Transaction Currency|Service Charge|Service Tax|Settlement Amount|Transaction Status|Customer Name|Customer Email|Customer Phone|Payment Time|Bank Reference',
    'R-7|885467123|1200.00|INR|20.00|3.60|1176.40|SUCCESS|Asha Rao|a@b.in|9876543201|2026-11-13 20:41:10|431234567890',
    {
      payment_id: '885467123',
      amount: '1200.00',
      currency: 'INR',
      status: 'SUCCESS',
      full_name: 'Asha Rao',
      email_id: 'a@b.in',
      phone_number: '9876543201',
      created_at: '2026-11-13 20:41:10',
    },
  ],
  [
    'PayU',
    'Transaction ID|PayU ID|Date|Customer Name|Customer Email|Phone|Amount|Net Amount|Fees|Service Tax|Status|Product Info',
    'shop-77|403993715530|13/11/2026 20:41|Asha Rao|a@b.in|9876543201|1200|1176.40|20|3.60|captured|Gita',
    {
      payment_id: '403993715530',
      amount: '1200',
      status: 'captured',
      full_name: 'Asha Rao',
      email_id: 'a@b.in',
      phone_number: '9876543201',
      created_at: '13/11/2026 20:41',
      ...gita,
    },
  ],
  [
    'Instamojo',
    'Payment ID|Order ID|Buyer Name|Buyer Phone|Buyer Email|Amount|Fees|Total Taxes|Payout|Status|Created At|Purpose',
    'MOJO6b13005A36450901|X1|Asha Rao|+919876543201|a@b.in|1200.00|24.00|4.32|1171.68|Credit|2026-11-13T20:41:10Z|Gita',
    {
      payment_id: 'MOJO6b13005A36450901',
      amount: '1200.00',
      status: 'Credit',
      full_name: 'Asha Rao',
      email_id: 'a@b.in',
      phone_number: '+919876543201',
      created_at: '2026-11-13T20:41:10Z',
      ...gita,
    },
  ],
  [
    'Wise, money that came',
    'ID|Status|Direction|Created on|Finished on|Source fee amount|Source fee currency|Source name|Source amount (after fees)|Source currency|Target name|Target amount (after fees)|Target currency|Exchange rate|Reference',
    'TRANSFER-981|COMPLETED|IN|2026-11-13 20:41:10|2026-11-14 01:00:00|0.70|GBP|Asha Rao|100.00|GBP|Office|10500.00|INR|105.0|Gita',
    {
      payment_id: 'TRANSFER-981',
      status: 'COMPLETED',
      full_name: 'Asha Rao',
      amount: '10500.00',
      currency: 'INR',
      created_at: '2026-11-13 20:41:10',
      ...gita,
    },
  ],
  [
    'Wise, money that went',
    'ID|Status|Direction|Created on|Source name|Target amount (after fees)|Target currency',
    'TRANSFER-982|COMPLETED|OUT|2026-11-13 20:41:10|Office|500.00|INR',
    {
      payment_id: 'TRANSFER-982',
      status: 'COMPLETED',
      full_name: 'Office',
      amount: '-500.00',
      currency: 'INR',
      created_at: '2026-11-13 20:41:10',
    },
  ],
  [
    'Wise, balance statement',
    'TransferWise ID|Date|Date Time|Amount|Currency|Description|Payment Reference|Running Balance|Payer Name|Total fees',
    'TRANSFER-983|13-11-2026|13-11-2026 20:41:10.123|100.00|USD|Received money|fee|300.00|Asha Rao|0.00',
    {
      payment_id: 'TRANSFER-983',
      amount: '100.00',
      currency: 'USD',
      full_name: 'Asha Rao',
      created_at: '13-11-2026 20:41:10.123',
    },
  ],
  [
    'a list with times as 04.46 a.m.',
    'Date|Time|Payment ID|Amount|Status|Name|Course',
    '6/4/2025|04.46 a.m.|pay_A1|1200.50|Paid|Asha Rao|Gita',
    {
      payment_id: 'pay_A1',
      amount: '1200.50',
      status: 'Paid',
      full_name: 'Asha Rao',
      created_at: '6/4/2025 04.46 a.m.',
      ...gita,
    },
  ],
  [
    'Square, transactions',
    'Date|Time|Time Zone|Gross Sales|Discounts|Net Sales|Tax|Tip|Partial Refunds|Total Collected|Source|Card|Fees|Net Total|Transaction ID|Payment ID|Customer ID|Customer Name|Transaction Status',
    '2026-11-13|20:41:10|Eastern Time (US & Canada)|$100.00|$0.00|$100.00|$8.00|$0.00|-$5.00|$108.00|Register|$108.00|-$3.00|$105.00|TQ7hT2vKk1w9o3VvXh9bB3|KkAkhdMsgzn59SM8A89WgKwekxLZY|C9|Asha Rao|Complete',
    {
      payment_id: 'KkAkhdMsgzn59SM8A89WgKwekxLZY',
      amount: '$108.00',
      amount_refunded: '-$5.00',
      full_name: 'Asha Rao',
      status: 'Complete',
      created_at: '2026-11-13 20:41:10 Eastern Time (US & Canada)',
    },
  ],
  [
    'GoCardless, payments',
    'id|created_at|charge_date|amount|amount_refunded|currency|status|reference|description|customer.given_name|customer.family_name|customer.email',
    'PM000A1B2C3D4|2026-11-13T20:41:10.000Z|2026-11-16|100.00|0.00|GBP|paid_out|REF-1|Gita|Asha|Rao|a@b.in',
    {
      payment_id: 'PM000A1B2C3D4',
      amount: '100.00',
      amount_refunded: '0.00',
      currency: 'GBP',
      status: 'paid_out',
      full_name: 'Asha Rao',
      email_id: 'a@b.in',
      created_at: '2026-11-13T20:41:10.000Z',
      ...gita,
    },
  ],
  [
    'PhonePe',
    'Merchant Order Id|PhonePe Reference Id|Transaction UTR|Total Transaction Amount|Transaction Date|Transaction Status|Customer Name|Mobile No.',
    'MO-1|T2611132041|431234567890|1200|13-11-2026 20:41:10|COMPLETED|Asha Rao|9876543201',
    {
      payment_id: '431234567890',
      amount: '1200',
      created_at: '13-11-2026 20:41:10',
      status: 'COMPLETED',
      full_name: 'Asha Rao',
      phone_number: '9876543201',
    },
  ],
  [
    'a list of UPI payments',
    'S.No|Txn Date|UPI Ref No.|Payer VPA|Payer Name|Amount (Rs.)|Status',
    '1|13/11/2026|431234567890|asha@okbank|Asha Rao|1,200.00|SUCCESS',
    {
      payment_id: '431234567890',
      amount: '1,200.00',
      created_at: '13/11/2026',
      status: 'SUCCESS',
      full_name: 'Asha Rao',
    },
  ],
  [
    'an office list with a fee and its tax',
    'Receipt No|Student Name|Course|Course Fee|GST|Total|Date|Status',
    'R-1|Asha Rao|Gita|1000|180|1180|13/11/2026|paid',
    {
      payment_id: 'R-1',
      full_name: 'Asha Rao',
      amount: '1180',
      created_at: '13/11/2026',
      status: 'paid',
      ...gita,
    },
  ],
  [
    'an office list of fees',
    'Receipt No|Name|Fees Paid|Paid On|Mode|UTR',
    'R-2|Asha Rao|1200|13/11/2026|UPI|HDFCR52026111312345678',
    { payment_id: 'HDFCR52026111312345678', full_name: 'Asha Rao', amount: '1200', created_at: '13/11/2026' },
  ],
  [
    'an office list in two currencies',
    'Payment Id|Name|Amount (INR)|Amount (USD)|Date',
    'P1|Asha Rao|1200|14.20|13/11/2026',
    { payment_id: 'P1', full_name: 'Asha Rao', amount: '1200', created_at: '13/11/2026', unsure: ['amount'] },
  ],
  [
    'Stripe, refunds, which are no payments',
    'id|Created (UTC)|Amount|Currency|Status|Charge ID',
    're_A8|2026-11-13 20:41|20.00|usd|succeeded|ch_A8',
    {
      payment_id: 'ch_A8',
      amount: '20.00',
      currency: 'usd',
      status: 'succeeded',
      created_at: '2026-11-13 20:41 UTC',
      unsure: ['payment_id'],
    },
  ],
  [
    'a number that only its values tell',
    'Gateway|Ref|Order No|Amount|When',
    'x|pay_A9|order_9|5|13/11/2026',
    { payment_id: 'pay_A9', amount: '5' },
  ],
  [
    'payouts, which are no payments',
    'id|Amount|Currency|Arrival Date (UTC)|Status',
    'po_1|900.00|usd|2026-11-16 00:00|Paid',
    { amount: '900.00', currency: 'usd', status: 'Paid' },
  ],
])('%s', (_, header, row, expected) => {
  expect(rowOf(header, row)).toEqual(expected);
});

test('a file that says everything needs nobody, one with two amounts does', () => {
  const header = ['Payment Id', 'Amount', 'Date', 'Status', 'Email', 'About'];
  const clear = (...more: string[]) =>
    isRecognised(
      planUploadColumns(
        [...header, ...more],
        [line(2, 'P1', '5', '5 Mar 2026', 'paid', 'a@b.in', 'Gita', '6')],
        ['Gita'],
      ),
    );
  expect([clear(), clear('amount'), isRecognised(planUploadColumns(header))]).toEqual([true, false, false]);
});
