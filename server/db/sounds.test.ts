import { namedLike, soundQuery, soundsOf } from '@gurukul/contract/shared/person/sound';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { testApp } from '../test/app.ts';
import { many } from '../test/rows.ts';

const { db } = await testApp({ database: 'empty' });

/** In the database, in the order of the names. */
const soundsInDatabase = async (names: readonly string[]) =>
  (
    await many<{ sounds: string[] }>(db)`
      select tsvector_to_array(sounds_of(n.name)) as sounds
      from unnest(${names}::text[]) with ordinality n (name, place)
      order by n.place
    `
  ).map(({ sounds }) => sounds.toSorted());

// The nine scripts of India, Greek, Cyrillic, Arabic.
const scripts = [
  0x03_70, 0x04_00, 0x04_80, 0x06_00, 0x06_80, 0x09_00, 0x09_80, 0x0a_00, 0x0a_80, 0x0b_00, 0x0b_80, 0x0c_00,
  0x0c_80, 0x0d_00,
];
const lettersOf = (first: number) =>
  Array.from({ length: 0x80 }, (_, place) => String.fromCodePoint(first + place)).filter((letter) =>
    /[\p{L}\p{M}]/u.test(letter),
  );
const word = fc.oneof(
  fc.stringMatching(/^[A-Za-zĀāÉéṛŚśṣḍṇßøŁþðə]{1,9}$/),
  // Vowels and the h, on which most rules turn.
  fc.stringMatching(/^[aeiouhnyrkmdtsgjzcp]{1,9}$/),
  ...scripts.map((first) =>
    fc.string({ unit: fc.constantFrom(...lettersOf(first)), minLength: 1, maxLength: 7 }),
  ),
);
const name = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '  ', '. ', ', ', '-', '. ('))
  .map(([words, between]) => words.join(between));

it('has the sounds of names as the portal has them', async () => {
  const names = fc.sample(name, 2000);
  const sounds = await soundsInDatabase(names);
  expect(Object.fromEntries(names.map((each, n) => [each, sounds[n]]))).toEqual(
    Object.fromEntries(names.map((each) => [each, soundsOf(each)])),
  );
});

/** A Latin name, and the same in other scripts or spellings. Each finds the other. */
const pairs: readonly (readonly [latin: string, ...others: string[]])[] = [
  ['maria', 'Мария', 'Μαρία', 'María', 'మరియా', 'मारिया'],
  ['ivanov', 'Иванов', 'IVANOV'],
  ['dmitry', 'Дмитрий', 'Dmitriy'],
  ['sergey', 'Сергей', 'Sergei'],
  ['natalia', 'Наталья', 'Наталия', 'Natalya'],
  ['yelena', 'Елена', 'Elena', 'Ελένα'],
  ['yuri', 'Юрий', 'Yury'],
  ['tatiana', 'Татьяна', 'Tatyana'],
  ['gorbachev', 'Горбачёв'],
  ['khrushchev', 'Хрущёв'],
  ['alexander', 'Александр', 'Aleksandr'],
  ['peter', 'Пётр', 'Petr'],
  ['zhukov', 'Жуков'],
  ['kuznetsov', 'Кузнецов'],
  ['oksana', 'Оксана', 'Oxana'],
  ['oleksii', 'Олексій'],
  ['jovan', 'Јован'],
  ['petrovic', 'Петровић', 'Petrović'],
  ['shcherbakov', 'Щербаков'],
  ['czeslaw', 'Чеслав', 'Czesław'],
  ['szymon', 'Шимон'],
  ['schmidt', 'Шмидт', 'Shmidt'],
  ['giorgos', 'Γιώργος'],
  ['dimitris', 'Δημήτρης'],
  ['papadopoulos', 'Παπαδόπουλος'],
  ['stavros', 'Σταύρος'],
  ['evangelos', 'Ευάγγελος'],
  ['christos', 'Χρήστος', 'Χρίστος'],
  ['eleni', 'Ελένη'],
  ['konstantinos', 'Κωνσταντίνος'],
  ['ioannis', 'Ιωάννης'],
  ['charalambos', 'Χαράλαμπος'],
  ['xenia', 'Ξένια', 'Ксения'],
  ['lakshmi', 'லட்சுமி', 'இலட்சுமி', 'லக்ஷ்மி', 'ಲಕ್ಷ್ಮೀ', 'ലക്ഷ്മി', 'લક્ષ્મી', 'ଲକ୍ଷ୍ମୀ', 'ਲਕਸ਼ਮੀ', 'লক্ষ্মী'],
  ['raman', 'இராமன்', 'ராமன்'],
  ['chandran', 'சந்திரன்', 'ചന്ദ്രൻ'],
  ['krishnan', 'கிருஷ்ணன்', 'കൃഷ്ണൻ'],
  ['subramaniyan', 'சுப்பிரமணியன்'],
  ['rajendran', 'ராஜேந்திரன்', 'രാജേന്ദ്രൻ'],
  ['bandyopadhyay', 'বন্দ্যোপাধ্যায়', 'ব্যানার্জি', 'Banerji', 'Bandopadhyay'],
  ['banerjee', 'বন্দ্যোপাধ্যায়', 'बनर्जी', 'ব্যানার্জী', 'బెనర్జీ', 'Banarji', 'Bannerjee'],
  ['chatterjee', 'চট্টোপাধ্যায়', 'চ্যাটার্জি', 'चटर्जी', 'Chattopadhyay'],
  ['mukherjee', 'মুখোপাধ্যায়', 'মুখার্জি', 'मुखर्जी', 'Mukhopadhyay', 'Mukerji'],
  ['ganguly', 'গঙ্গোপাধ্যায়', 'গাঙ্গুলি', 'Ganguli'],
  ['ghosh', 'ঘোষ'],
  ['singh', 'सिंह', 'ਸਿੰਘ', 'સિંહ', 'सिंघ'],
  ['shah', 'शाह', 'શાહ'],
  ['mehta', 'मेहता', 'મહેતા'],
  ['chander', 'Chandra', 'चंद्र', 'ਚੰਦਰ'],
  ['surender', 'Surendra', 'सुरेंद्र'],
  ['jaswinder', 'ਜਸਵਿੰਦਰ', 'Jasvindar'],
  ['harpreet kaur', 'ਹਰਪ੍ਰੀਤ ਕੌਰ'],
  ['gowda', 'ಗೌಡ', 'Gauda'],
  ['krishnamurthy', 'ಕೃಷ್ಣಮೂರ್ತಿ', 'Krishna Murthy'],
  ['siddaramaiah', 'ಸಿದ್ದರಾಮಯ್ಯ', 'Siddaramayya'],
  ['basavaraj', 'ಬಸವರಾಜ್', 'బసవరాజ్'],
  ['bhavesh', 'ભાવેશ', 'भावेश'],
  ['jignesh', 'જિગ્નેશ'],
  ['patnaik', 'ପଟ୍ଟନାୟକ', 'Pattanayak'],
  ['jagannath', 'ଜଗନ୍ନାଥ', 'జగన్నాథ్'],
  ['sushree', 'ସୁଶ୍ରୀ'],
  ['unni', 'ഉണ്ണി'],
  ['iyer', 'ஐயர்', 'அய்யர்', 'అయ్యర్', 'अय्यर', 'Aiyar', 'Ayyar'],
  ['iyengar', 'ஐயங்கார்', 'అయ్యంగార్', 'ಅಯ್ಯಂಗಾರ್', 'Ayyangar'],
  ['rajesh', 'രാജേഷ്', 'રાજેશ', 'ਰਾਜੇਸ਼', 'ରାଜେଶ', 'ರಾಜೇಶ್', 'রাজেশ', 'ராஜேஷ்'],
  ['muller', 'Müller', 'Mueller', 'MÜLLER'],
  ['schroeder', 'Schröder', 'Schroder'],
  ['soren', 'Søren', 'Soeren', 'Sören'],
  ['kjaer', 'Kjær'],
  ['aase', 'Åse', 'Ase'],
  ['strauss', 'Strauß'],
  ['bjork', 'Björk', 'Bjoerk'],
  ['lukasz', 'Łukasz'],
  ['wojcik', 'Wójcik'],
  ['zaneta', 'Żaneta'],
  ['yildiz', 'Yıldız'],
  ['gokce', 'Gökçe'],
  ['erdogan', 'Erdoğan'],
  ['isik', 'Işık', 'IŞIK'],
  ['nguyen', 'Nguyễn'],
  ['dang thi huong', 'Đặng Thị Hương'],
  ['tran', 'Trần'],
  ['thorhallur', 'Þórhallur'],
  ['gudrun', 'Guðrún'],
  ['stefan', 'Ștefan', 'Стефан'],
  ['lorinc', 'Lőrinc'],
  ['dvorak', 'Dvořák'],
];
/** Arabic does not write short vowels, so one spelling of it meets several of Latin. */
const arabic: typeof pairs = [
  ['mohammed', 'محمد', 'مُحَمَّد', 'محمّد'],
  ['muhammad', 'محمد'],
  ['mohamad ali', 'محمد علي', 'محمد على'],
  ['ahmed', 'أحمد', 'احمد'],
  ['fatima', 'فاطمة', 'فاطمه'],
  ['fatimah', 'فاطمة'],
  ['aisha', 'عائشة'],
  ['ayesha', 'عائشہ'],
  ['yusuf', 'يوسف'],
  ['youssef', 'یوسف'],
  ['hassan', 'حسن'],
  ['al-hassan', 'الحسن'],
  ['husain', 'حسين'],
  ['hussein', 'حسین'],
  ['abdullah', 'عبد الله', 'عبدالله'],
  ['abdul rahman', 'عبد الرحمن'],
  ['ibrahim', 'إبراهيم', 'ابراهيم'],
  ['omar', 'عمر'],
  ['khalid', 'خالد'],
  ['khaled', 'خالد'],
  ['mahmoud', 'محمود'],
  ['zainab', 'زينب'],
  ['mariam', 'مريم'],
  ['layla', 'ليلى'],
  ['saeed', 'سعيد'],
  ['walid', 'وليد'],
  ['ismail', 'إسماعيل'],
  ['noor', 'نور'],
  ['shahid', 'شاہد'],
  ['parveen', 'پروین'],
  ['nadia', 'نادية'],
  ['osama', 'أسامة'],
  ['anwar', 'أنور'],
  ['nawaz', 'نواز'],
  ['mustafa', 'مصطفى'],
  ['sulaiman', 'سليمان'],
  ['salma', 'سلمى'],
  ['hind', 'هند'],
  ['abubakar', 'أبوبكر'],
];

const found: readonly (readonly [typed: string, ...names: string[]])[] = [
  ['jose garcia', 'José García', 'GARCIA, José', 'Dr. Jose Maria Garcia'],
  ['José', 'Jose', 'Josés'],
  ['lalitha', 'లలితా', 'Lalita Kumari', 'ललिता', 'ಲಲಿತಾ'],
  ['lalitha kumari', 'లలితా కుమారి', 'Kumari, Lalita'],
  ['rukmini', 'Devi Rukmini', 'Rukmini Devi', 'రుక్మిణి'],
  ['lakshmi', 'लक्ष्मी शर्मा', 'Laxmi', 'T. లక్ష్మీ', 'ലക്ഷ്മി', 'லக்ஷ்மி', 'ଲକ୍ଷ୍ମୀ', 'Lakshmidevi'],
  ['laxmi', 'लक्ष्मी', 'లక్ష్మి', 'Lakshmi Narasimhan', 'Vijaya Lakshmi'],
  ['lak', 'लक्ष्मी', 'Lakshmi', 'Alaknanda'],
  ['Lakshmi Sharma', 'लक्ष्मी शर्मा', 'Sharma Laxmi'],
  ['tv ramana', 'T. V. Ramana Murthy', 'TV Ramana', 'Tirumala Venkata Ramana'],
  ['T V Ramana Murthy', 'T. V. Ramana Murthy', 'TV Ramanamurthy', 'Murthy T.V. Ramana', 'టి వి రమణ మూర్తి T V'],
  ['TVRamana', 'T. V. Ramana Murthy'],
  ['ramanamurthy', 'T. V. Ramana Murthy', 'రమణ మూర్తి'],
  ['Rao Asha', 'Asha Rao', 'ఆశా రావు', 'आशा राव'],
  ['Rao, Asha', 'Asha Rao', 'Asha Venkata Rao'],
  ['Smt Lakshmi Narasimhan', 'Lakshmi Narasimhan', 'Lakshmi Narasimhan Iyer'],
  ['Dr. (Mrs.) K. Padmavathi', 'K Padmavati', 'Kota Padmavathi'],
  ['Shri Ram Sharma', 'Ram Sharma', 'राम शर्मा', 'Sri Ram Sharma'],
  ['శ్రీమతి లక్ష్మి గారు', 'Lakshmi'],
  ['venkata rao', 'వెంకట రావు', 'Venkatarao', 'वेंकट राव', 'Rao Venkata'],
  ['tamilselvi', 'தமிழ்ச்செல்வி', 'Thamizhselvi', 'Tamil Selvi'],
  ['murugan', 'முருகன்', 'Murugan S'],
  ['ganesh', 'கணேஷ்', 'గణేష్', 'ಗಣೇಶ', 'গণেশ', 'ગણેશ', 'ਗਣੇਸ਼', 'Ganesha'],
  ['gurpreet', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'Gurprit'],
  ['srikrishna', 'ಶ್ರೀಕೃಷ್ಣ', 'Sri Krishna', 'Shri Krushna', 'శ్రీ కృష్ణ'],
  ['chopra', 'चोपड़ा'],
  ["D'Souza", 'Mary D’Souza', 'Dsouza', 'D Souza'],
  ['o connor', "Sinead O'Connor", 'O`Connor'],
  ['subbarao', 'K. Venkata Subba Rao'],
  // Parts of words, as they are written.
  ['kshm', 'Lakshmi'],
  ['عثمان', 'Usman', 'Osman', 'Uthman Ali'],
  ['رضا', 'Reza', 'Rida', 'Raza Khan'],
  ['محمد', 'Mohammed Ali', 'Syed Muhammad', 'मोहम्मद'],
  ['నర', 'రాజనరసింహ'],
];
const notFound: readonly (readonly [typed: string, ...names: string[]])[] = [
  ['lakshmi', 'Lakshman', 'Laksha', 'Rama'],
  ['lakshmi sharma', 'लक्ष्मी', 'Lakshmi Rao', 'शर्मा'],
  ['ravi kumar', 'Ravi', 'Kumari Rani', 'Rao Kumar'],
  ['sita', 'Gita', 'Sudha'],
  ['gan', 'Kannan', 'Karan'],
  ['sh', 'Sita', 'సీత'],
  ['98480', 'Lakshmi'],
  ['lakshmi@home.test', 'Lakshmi'],
  ['100%', 'Ravi'],
  ["'", 'Ravi'],
  ['Sri Devi', 'Devi'],
  ['hassan', 'حسين'],
  ['husain', 'حسن'],
  ['mohammed', 'أحمد', 'محمود'],
  ['ahmed', 'محمد'],
  ['omar', 'عمران'],
  ['ali', 'أليس', 'خالد'],
  ['aisha', 'أسماء', 'أسامة'],
  ['khalid', 'خليل'],
  ['nadia', 'نادر'],
  ['عمر', 'Amrita', 'Imran', 'Umrao'],
  ['حسن', 'Hussain', 'Sana'],
  ['محمد', 'Ahmed', 'Mahmoud', 'Mahendra'],
  ['خالد', 'Khalil', 'Kalidas'],
  ['علي', 'Alexander', 'Alisher'],
  ['maria', 'Марк', 'Μάρκος'],
  ['elena', 'Галина'],
  ['giorgos', 'Γρηγόρης'],
  ['ivan', 'Инна'],
  ['peter', 'Павел', 'Petula'],
  ['sue', 'Suresh', 'Sunita'],
  ['joe', 'John', 'Josephine'],
  ['muller', 'Miller', 'Möllers'],
  ['lakshmi', 'லட்சுமணன்', 'லதா'],
  ['banerjee', 'Bandana', 'बनारस'],
  ['singh', 'सिमरन', 'Sinha'],
  ['shah', 'शांति', 'Shanti'],
  ['chander', 'Chandan', 'चंदन'],
  ['soren', 'Sorin', 'Serena'],
  ['neha', 'Neelam'],
  ['vera', 'Vir', 'Варя'],
  ['dang', 'Dinh', 'Đinh'],
];

it('finds names by their sound, as the portal does', async () => {
  const turned = [...pairs, ...arabic].flatMap(([latin, ...others]) =>
    others.map((other) => [other, latin] as const),
  );
  const cases = [
    ...[...found, ...pairs, ...turned, ...arabic].map((row) => [true, row] as const),
    ...notFound.map((row) => [false, row] as const),
  ].flatMap(([isFound, [typed, ...names]]) => names.map((each) => ({ typed, name: each, isFound })));
  const queries = cases.map(({ typed }) => soundQuery(typed));
  const rows = await many<{ is_heard: boolean | null }>(db)`
    select sounds_of(c.name) @@ c.query::tsquery as is_heard
    from unnest(${cases.map(({ name: each }) => each)}::text[], ${queries}::text[]) with ordinality c (name, query, place)
    order by c.place
  `;
  const inDatabase = cases.map(({ typed, name: each }, n) => ({
    typed,
    name: each,
    isFound: rows[n]!.is_heard === true || each.toLowerCase().includes(typed.toLowerCase()),
  }));
  expect(inDatabase).toEqual(cases);
  expect(cases.map((each) => ({ ...each, isFound: namedLike(each.typed)(each.name) }))).toEqual(cases);
});
