import type { SheetRow } from '@gurukul/contract/payment-upload';
import type { PaymentColumn } from '@gurukul/contract/payment-upload';
import { currenciesOf } from '@gurukul/contract/shared/money/currency-signs';
import { plainHeading, type SheetLine } from '#web/lib/files/sheet.ts';

/**
 * What payment services and offices write above their columns, the surest first; compared without case, blanks, signs
 * and what stands in brackets.
 */
const headings: Readonly<Record<PaymentColumn, readonly string[]>> = {
  payment_id: [
    'paymentid',
    'transactionid',
    'txnid',
    'razorpaypaymentid',
    'paymentreference',
    'paymentref',
    'paymentno',
    'paymentnumber',
    'transactionno',
    'transactionnumber',
    'transactionref',
    'transactionreference',
    'txnno',
    'txnref',
    'utr',
    'utrno',
    'utrnumber',
    'referenceid',
    'referenceno',
    'referencenumber',
    'refno',
    'reference',
    'receiptno',
    'receiptnumber',
    'orderid',
    'id',
  ],
  amount: [
    'amount',
    'amountinr',
    'amountrs',
    'amountinrs',
    'amountpaid',
    'paidamount',
    'paymentamount',
    'transactionamount',
    'txnamount',
    'totalamount',
    'amt',
    'paidamt',
    'amtpaid',
    'amountreceived',
    'amtreceived',
    'receivedamount',
    'total',
    'fee',
    'fees',
    'feespaid',
    'feepaid',
  ],
  created_at: [
    'createdat',
    'paymentdate',
    'dateofpayment',
    'paidon',
    'paidat',
    'paiddate',
    'transactiondate',
    'txndate',
    'paymenttime',
    'transactiontime',
    'dateandtime',
    'datetime',
    'date',
    'createdon',
    'created',
    'timestamp',
  ],
  status: ['status', 'paymentstatus', 'transactionstatus', 'txnstatus'],
  full_name: [
    'fullname',
    'studentname',
    'nameofstudent',
    'nameofthestudent',
    'payername',
    'customername',
    'name',
    'student',
    'payer',
    'paidby',
    'customer',
  ],
  email_id: [
    'emailid',
    'email',
    'emailaddress',
    'mailid',
    'mail',
    'studentemail',
    'customeremail',
    'payeremail',
  ],
  phone_number: [
    'phonenumber',
    'phone',
    'phoneno',
    'mobilenumber',
    'mobile',
    'mobileno',
    'contactnumber',
    'contactno',
    'contact',
    'whatsappnumber',
    'whatsapp',
    'telephone',
    'customerphone',
    'customercontact',
  ],
  course_name: ['coursename', 'course', 'coursetitle', 'program', 'programme', 'programname'],
  currency: [
    'currency',
    'currencycode',
    'transactioncurrency',
    'txncurrency',
    'paymentcurrency',
    'amountcurrency',
    'curr',
    'ccy',
  ],
};

/** In the order in which people look at them. */
export const uploadColumns = [
  'payment_id',
  'amount',
  'created_at',
  'status',
  'full_name',
  'email_id',
  'phone_number',
  'course_name',
  'currency',
] as const satisfies readonly PaymentColumn[];

/** Where each thing stands in the file: the places of its columns, read one after the other; none when it is not there. */
export type ColumnChoice = Readonly<Record<PaymentColumn, readonly number[]>>;

const everyColumn = (places: (column: PaymentColumn) => readonly number[]): ColumnChoice => ({
  payment_id: places('payment_id'),
  amount: places('amount'),
  created_at: places('created_at'),
  status: places('status'),
  full_name: places('full_name'),
  email_id: places('email_id'),
  phone_number: places('phone_number'),
  course_name: places('course_name'),
  currency: places('currency'),
});

/** `Payment ID (Razorpay)` is a payment id; `(Amount)` stays an amount. */
const readings = (heading: string) => [
  plainHeading(heading),
  plainHeading(heading.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')),
];

function firstAndLastName(header: readonly string[]): readonly number[] {
  const plain = header.map(plainHeading);
  const parts = [plain.indexOf('firstname'), plain.indexOf('lastname')];
  return parts.includes(-1) ? [] : parts;
}

/** What the headings say by themselves. */
export function planUploadColumns(header: readonly string[]): ColumnChoice {
  const known = header.map(readings);
  const placeOf = (words: readonly string[]) => {
    for (const word of words) {
      const at = known.findIndex((said) => said.includes(word));
      if (at !== -1) return [at];
    }
    return [];
  };
  const plan = everyColumn((column) => placeOf(headings[column]));
  const parts = firstAndLastName(header);
  return plan.full_name.length === 0 ? { ...plan, full_name: parts } : plan;
}

/** `Amount (INR)` and `Fees in ₹` name the currency of all amounts; '' for others. */
export function currencyOfHeading(heading: string): string {
  const words = heading.normalize('NFKC').match(/\p{L}*\p{Sc}|\p{L}+/gu) ?? [];
  const said = words.flatMap((word) => {
    // A code is written in capital letters; 'All' is no lek.
    const isSaid = /\p{Sc}/u.test(word) || /^(?:rs|rupees?)$/iu.test(word) || /^[A-Z]{3}$/.test(word);
    return isSaid ? (currenciesOf(word) ?? []) : [];
  });
  const [code = ''] = said;
  return new Set(said).size === 1 ? code : '';
}

export const countKnown = (header: readonly string[]) =>
  Object.values(planUploadColumns(header)).filter((places) => places.length > 0).length;

/** A column stands for one thing: what it stood for before goes without. */
export const withColumn = (
  choice: ColumnChoice,
  column: PaymentColumn,
  places: readonly number[],
): ColumnChoice =>
  everyColumn((each) => {
    if (each === column) return places;
    return choice[each].some((place) => places.includes(place)) ? [] : choice[each];
  });

export const isSameChoice = (a: ColumnChoice, b: ColumnChoice) =>
  uploadColumns.every((column) => a[column].join() === b[column].join());

/** A, B, … Z, AA: what spreadsheet programs call the column. */
export function letterOf(place: number): string {
  const rest = Math.floor(place / 26);
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCodePoint(65 + (place % 26));
}

/** Columns with a heading, or with something below it in the first rows. */
export function placesIn(header: readonly string[], lines: readonly SheetLine[]): readonly number[] {
  const first = lines.slice(0, 200);
  const width = Math.max(header.length, ...first.map(({ cells }) => cells.length));
  const isUsed = (place: number) =>
    (header[place] ?? '').trim() !== '' || first.some(({ cells }) => (cells[place] ?? '').trim() !== '');
  return Array.from({ length: width }, (_, place) => place).filter(isUsed);
}

const cellAt = (cells: readonly string[], places: readonly number[]) =>
  places
    .map((place) => (cells[place] ?? '').trim())
    .filter((text) => text !== '')
    .join(' ');

/** The first few different things that stand there. */
export function samplesAt(lines: readonly SheetLine[], places: readonly number[], count = 3): string[] {
  const said = new Set<string>();
  for (const { cells } of lines) {
    const text = cellAt(cells, places);
    if (text !== '') said.add(text);
    if (said.size === count) break;
  }
  return [...said];
}

/** Longest cell the server takes; it reports longer ones than it stores as problems of their row. */
const cellMax = 500;

/** The rows of the upload. Empty cells are left out: 20,000 rows are a long request already. */
export const uploadRowsOf = (choice: ColumnChoice, lines: readonly SheetLine[]): SheetRow[] =>
  lines.map(({ row, cells }) => ({
    row,
    ...Object.fromEntries(
      uploadColumns
        .map((column) => [column, cellAt(cells, choice[column]).slice(0, cellMax)] as const)
        .filter(([, text]) => text !== ''),
    ),
  }));
