import type { Texts } from '../catalogue.ts';

/** Decisions as the server names them. */
const verdicts: Readonly<Record<string, string>> = {
  pending: 'పెండింగ్',
  accepted: 'ఆమోదించారు',
  rejected: 'తిరస్కరించారు',
};

const verdict = (status: string) => verdicts[status] ?? status;

export const homework: Texts['homework'] = {
  title: 'హోమ్‌వర్క్',
  lead: 'మీ క్లాసుల విద్యార్థులు సమర్పించినవి. మీ నిర్ణయం కోసం వేచి ఉన్నవి ముందుగా వస్తాయి.',
  table: 'హోమ్‌వర్క్',
  search: 'వెతకండి',
  searchHint: 'విద్యార్థి, వారం, కోర్సు లేదా క్లాస్',
  course: 'కోర్సు',
  allCourses: 'అన్ని కోర్సులు',
  unknownCourse: 'మీది కాని కోర్సు',
  class: 'క్లాస్',
  allClasses: 'అన్ని క్లాసులు',
  unknownClass: 'ఇక్కడ లేని క్లాస్',
  status: 'స్థితి',
  allStatuses: 'అన్నీ',
  statuses: { pending: 'పెండింగ్', accepted: 'ఆమోదితం', rejected: 'తిరస్కృతం' },
  none: 'ఇంకా హోమ్‌వర్క్ లేదు',
  nonePending: 'మీ కోసం ఏదీ వేచి లేదు',
  weekOf: (number: string) => `వారం ${number}`,
  columns: {
    week: 'వారం',
    name: 'విద్యార్థి',
    course: 'కోర్సు',
    class: 'క్లాస్',
    file: 'హోమ్‌వర్క్',
    status: 'స్థితి',
  },
  hasFile: 'PDF',
  noFile: 'ఫైల్ లేదు',
  open: 'PDF తెరవండి',
  rowOf: (name: string, week: string) => `${name}, ${week}`,
  accept: 'ఆమోదించండి',
  reject: 'తిరస్కరించండి',
  of: (name: string, week: string) => `– ${name} హోమ్‌వర్క్, ${week}`,
  accepted: 'హోమ్‌వర్క్‌ను ఆమోదించారు',
  rejected: 'హోమ్‌వర్క్‌ను తిరస్కరించారు',
  many: {
    chosen: (n: number) => (n === 0 ? 'ఒకేసారి కొన్నిటిపై నిర్ణయానికి హోమ్‌వర్క్‌లను టిక్ చేయండి' : `${n} ఎంచుకున్నారు`),
    tooMany: (max: number) => `ఒకేసారి గరిష్ఠంగా ${max}. దయచేసి తక్కువ ఎంచుకోండి.`,
    chooseFirst: 'దయచేసి హోమ్‌వర్క్ ఎంచుకోండి',
    question: {
      accepted: (n: number) => `${n} హోమ్‌${n === 1 ? 'వర్క్‌ను' : 'వర్క్‌లను'} ఆమోదించాలా?`,
      rejected: (n: number) => `${n} హోమ్‌${n === 1 ? 'వర్క్‌ను' : 'వర్క్‌లను'} తిరస్కరించాలా?`,
    },
    follows: 'ఆ వెంటనే “వెనక్కి తీసుకోండి” నొక్కి దీన్ని వెనక్కి తీసుకోవచ్చు.',
    gone: 'జాబితా మారినందున ఏ నిర్ణయమూ నమోదు కాలేదు. దయచేసి మళ్లీ ఎంచుకోండి.',
    done: (n: number, status: string) => `${n} ${verdict(status)}`,
    already: (n: number, status: string, by: string | null) =>
      `${by === null ? '' : `${by} గారు `}ఇప్పటికే ${n} ${verdict(status)}`,
  },
  preview: {
    title: (name: string, week: string) => `${week}, ${name}`,
    download: 'డౌన్‌లోడ్',
    loading: 'PDF తెరుచుకుంటోంది…',
    failed: 'PDF తెరవలేకపోయాం',
    expired: 'కొత్త లింక్‌తో కూడా తెరుచుకోలేదు. దయచేసి మళ్లీ ప్రయత్నించండి లేదా కార్యాలయానికి చెప్పండి.',
    unreadable: 'ఫైల్ వచ్చింది, కానీ ఇక్కడ చూపించలేం. వేరే ప్రోగ్రామ్‌తో తెరవడానికి డౌన్‌లోడ్ చేయండి.',
    gone: 'ఈ హోమ్‌వర్క్ మీ జాబితాలో లేదు. దాన్ని తీసేసి ఉండవచ్చు, లేదా వేరే క్లాస్‌కు చెంది ఉండవచ్చు.',
    fileName: (name: string, week: string) => `${name}, ${week}.pdf`,
  },
};
