import { describe, expect, it } from 'vitest';
import { readMail } from './mail.ts';
import { readName } from './name.ts';

describe('a name', () => {
  it.each([
    ['Asha Rao', 'Asha|Rao', ''],
    ['Smt. Lakshmi Devi', 'Lakshmi|Devi', 'Smt.'],
    ['Dr. (Mrs.) K. Padmavathi', 'K.|Padmavathi', 'Dr., (Mrs.)'],
    ['Dr.K.Padmavathi', 'K.Padmavathi|', 'Dr.'],
    ['Mr. & Mrs. Rao', 'Rao|', 'Mr., & Mrs.'],
    ['Rao, Asha', 'Asha|Rao', ''],
    ['Rao, Smt. Asha K', 'Asha K|Rao', 'Smt.'],
    ['Rao, A. K.', 'A. K.|Rao', ''],
    ['Kumar, Ravi, Dr.', 'Ravi|Kumar', 'Dr.'],
    ['Priya d/o Raman', 'Priya|', 'd/o Raman'],
    ['Ravi S/O Krishnan', 'Ravi|', 'S/O Krishnan'],
    ['Ravi, s/o Krishna Rao', 'Ravi|', 's/o Krishna Rao'],
    ['Lakshmi w/o Late Sri Rao', 'Lakshmi|', 'w/o Late Sri Rao'],
    ['Meena c/o Office', 'Meena|', 'c/o Office'],
    ['Ravi son of Gopal', 'Ravi|', 'son of Gopal'],
    ['Kavitha a/p Raman', 'Kavitha|', 'a/p Raman'],
    ["Mary (Molly) D'Souza", "Mary|D'Souza", '(Molly)'],
    ['Mary "Molly" D’Souza', 'Mary|D’Souza', '"Molly"'],
    ['Sinead O`Connor', "Sinead|O'Connor", ''],
    ['Robert Smith, Jr.', 'Robert|Smith Jr.', ''],
    ['Jean-Luc Picard, PhD', 'Jean-Luc|Picard', 'PhD'],
    ['శ్రీమతి పద్మావతి', 'పద్మావతి|', 'శ్రీమతి'],
    ['శ్రీ వెంకట రావు', 'వెంకట|రావు', 'శ్రీ'],
    ['श्रीमती लक्ष्मी देवी', 'लक्ष्मी|देवी', 'श्रीमती'],
    ['B.V.Rao', 'B.V.Rao|', ''],
    ['Sri Sri Ravi Das', 'Ravi|Das', 'Sri, Sri'],
    ['Sri Lakshmi', 'Sri|Lakshmi', ''],
    ['Late Shri Ram Prasad', 'Ram|Prasad', 'Late, Shri'],
    ['Late Fernandes', 'Late|Fernandes', ''],
    ['Chi Nguyen', 'Chi|Nguyen', ''],
    ['Chi. Ravi', 'Ravi|', 'Chi.'],
    ['Kumari Meena', 'Kumari|Meena', ''],
    ['Md. Rafi', 'Md.|Rafi', ''],
    ['Kum. Meghana M.', 'Meghana|M.', 'Kum.'],
    ['కె. వెంకట సుబ్బారావు (బాబు)', 'కె.|వెంకట సుబ్బారావు', '(బాబు)'],
    ['7 Ravi Teja', 'Ravi|Teja', '7'],
    ['12) Asha Rao', 'Asha|Rao', '12)'],
    ['Asha Rao - 9876543210', 'Asha|Rao', '9876543210'],
    ['Asha 🙏 Rao', 'Asha|Rao', '🙏'],
    ['Ravi + 2', 'Ravi|', '2'],
    ['\u202aAsha\u202c Rao', 'Asha|Rao', ''],
    ['*Asha_Rao*', 'Asha|Rao', ''],
    ['(Asha Rao)', 'Asha|Rao', ''],
    ["'Asha Rao", 'Asha|Rao', ''],
    ['C.O. Rao', 'C.O.|Rao', ''],
    ['Mr.', 'Mr.|', ''],
    ['7) Dr. Ravi Teja', 'Ravi|Teja', '7), Dr.'],
    ['Ravi Kumar, Dr.', 'Ravi|Kumar', 'Dr.'],
    ['Rao,, Asha, Hyderabad', 'Asha|Rao', 'Hyderabad'],
    ['Kumari s/o. K. Rao', 'Kumari|', 's/o. K. Rao'],
    ['Lakshmi d\\o Raman', 'Lakshmi|', 'd\\o Raman'],
    ["Sita Devi - Ravi's mother", 'Sita|Devi', "Ravi's mother"],
    ['Sita Devi – Batch 2', 'Sita|Devi', 'Batch 2'],
    ['Lakshmi Devi alias Lucky', 'Lakshmi|Devi', 'alias Lucky'],
    ['M/s. Ravi Traders', 'Ravi|Traders', 'M/s.'],
    ['स्व. राम शर्मा', 'राम|शर्मा', 'स्व.'],
    ['செல்வி. கலா ராமன்', 'கலா|ராமன்', 'செல்வி.'],
    ['Herr Dr. Jan Müller', 'Jan|Müller', 'Herr, Dr.'],
    ['Sra. María García', 'María|García', 'Sra.'],
    ['Ravi Kumar, B.Tech., M.S.', 'Ravi|Kumar', 'B.Tech., M.S.'],
    ['Ravi Kumar MBBS', 'Ravi|Kumar', 'MBBS'],
    ['Ravi M.A.', 'Ravi|M.A.', ''],
    ['Asha Rao h/o Ravi', 'Asha|Rao', 'h/o Ravi'],
    ['Asha Rao m/o Ravi', 'Asha|Rao', 'm/o Ravi'],
    ['राम शर्मा पुत्र श्याम', 'राम|शर्मा', 'पुत्र श्याम'],
    ['Asha Rao-12', 'Asha|Rao', '-12'],
    ['Asha Rao née Sharma', 'Asha|Rao', 'née Sharma'],
    ['山田　太郎', '山田|太郎', ''],
    ['Иван Иванович Петров', 'Иван|Иванович Петров', ''],
    ['Lakshmi @ Lucky', 'Lakshmi|', '@ Lucky'],
    ['~ Asha Rao', 'Asha|Rao', ''],
    ['Asha Rao nee Iyer', 'Asha|Rao', 'nee Iyer'],
    ['Asha Rao <asha@home.test>', 'Asha|Rao', '<asha@home.test>'],
    ['Chy. Ravi Rao', 'Ravi|Rao', 'Chy.'],
    ['Ku. Asha Patil', 'Asha|Patil', 'Ku.'],
    ['', '|', ''],
  ])('%s', (written, name, left) => {
    // In one cell, or divided at the first blank as sheets with one column of names are.
    const [first = '', ...others] = written.split(/\s+/u);
    for (const read of [readName(written), readName(first, others.join(' '))]) {
      expect([`${read.first}|${read.last}`, read.left.join(', '), read.isOfSeveral, read.wrong]).toEqual([
        name,
        left,
        false,
        null,
      ]);
    }
  });

  it.each([
    ['Ravi Kumar & Family', 'Ravi|Kumar', '& Family'],
    ['Kumar, Ravi & Sita', 'Ravi|Kumar', '& Sita'],
    ['Mādhava Dāsa / Mark Hill', 'Mādhava|Dāsa', '/ Mark Hill'],
    ['Ravi and Sita', 'Ravi|', 'and Sita'],
    ['Asha Rao\nRavi Rao', 'Asha|Rao', '; Ravi Rao'],
    ['Asha Rao; Ravi Rao', 'Asha|Rao', '; Ravi Rao'],
    ['Rao family', 'Rao|', 'family'],
  ])('%s is of several', (written, name, left) => {
    const read = readName(written);
    expect([`${read.first}|${read.last}`, read.left.join(', '), read.isOfSeveral]).toEqual([
      name,
      left,
      true,
    ]);
  });

  it('in two cells stays divided as it is', () => {
    expect(readName('Mary Ann', "D'Souza Rao")).toMatchObject({
      first: 'Mary Ann',
      last: "D'Souza Rao",
      left: [],
    });
    expect(readName('Dr. Mary Ann', 'Rao')).toMatchObject({ first: 'Mary Ann', last: 'Rao', left: ['Dr.'] });
    expect(readName('Ravi', 'Kumar & Family')).toMatchObject({ last: 'Kumar', isOfSeveral: true });
    expect(readName('', 'Rao')).toMatchObject({ first: 'Rao', last: '' });
  });

  it.each(['12', '<b>Rao', '=1+1', 'S/o Gopal', 'a\u202eb', 'X Æ A-12', '???', '& Family'])(
    '%s is none',
    (written) => {
      expect(readName(written).wrong).not.toBeNull();
    },
  );
});

describe('a mail address', () => {
  it.each([
    ['alpha@case.test, alpha.home@case.test', 'alpha@case.test', 'alpha.home@case.test'],
    ['beta@case.test; beta2@case.test', 'beta@case.test', 'beta2@case.test'],
    ['a@b.in / c@d.in / e@f.in', 'a@b.in', 'c@d.in e@f.in'],
    ['a@b.in c@d.in', 'a@b.in', 'c@d.in'],
    ['a@b.in or c@d.in', 'a@b.in', 'c@d.in'],
    ['a@b.in, A@B.in', 'a@b.in', ''],
    ['Gamma G <gamma@case.test>', 'gamma@case.test', ''],
    ['"Rao, Asha" <a@b.in>', 'a@b.in', ''],
    ['Ravi [ravi@x.test]', 'ravi@x.test', ''],
    ['mailto:delta@case.test', 'delta@case.test', ''],
    ['mailto:a@b.in?subject=x', 'a@b.in', ''],
    ['Email: ravi@x.test', 'ravi@x.test', ''],
    ['epsilon@case.test\u200e', 'epsilon@case.test', ''],
    ['\u202aa@b.in\u202c', 'a@b.in', ''],
    ['a@b.in\u200d', 'a@b.in', ''],
    ['zeta@case.test.', 'zeta@case.test', ''],
    ['a@b.in,', 'a@b.in', ''],
    ["'a@b.in'", 'a@b.in', ''],
    ['theta＠case.test', 'theta@case.test', ''],
    ['Ravi@Example.COM', 'Ravi@Example.COM', ''],
    ['*a@b.in', 'a@b.in', ''],
    ['• a@b.in', 'a@b.in', ''],
    ['•a@b.in*', 'a@b.in', ''],
    ['-a@b.in', 'a@b.in', ''],
    ['1)a@b.in 2)c@d.in', 'a@b.in', 'c@d.in'],
    ['Mother:a@b.in', 'a@b.in', ''],
    ['ఈమెయిల్: a@b.in', 'a@b.in', ''],
    ['a@b.in-father', 'a@b.in', ''],
    ['a@b.in → c@d.in', 'a@b.in', 'c@d.in'],
    ['a@b.in。', 'a@b.in', ''],
    ['[a@b.in](mailto:a@b.in)', 'a@b.in', ''],
    ['a@b-c.xn--p1ai', 'a@b-c.xn--p1ai', ''],
    ['_a+b@b.in', '_a+b@b.in', ''],
    ['a@b.in (father)', 'a@b.in', ''],
    ['father a@b.in', 'a@b.in', ''],
    ['Asha a@b.in', 'a@b.in', ''],
    ['రవి@ఉదాహరణ.భారత్', 'రవి@ఉదాహరణ.భారత్', ''],
    [`${'a'.repeat(249)}@b.in`, `${'a'.repeat(249)}@b.in`, ''],
  ])('%s', (written, email, others) => {
    expect(readMail(written)).toEqual({ email, others: others.split(' ').filter(Boolean), left: '' });
  });

  it.each([
    'N/A',
    'nil',
    '-',
    'none',
    'Not available',
    'no email',
    'eta @case.test',
    'eta@ case.test',
    'ravi at example.com',
    'a@b',
    '@b.in',
    'a@@b.in',
    'rao@gmail,com',
    'a\u202eb@c.in',
    'a@b.in, eta @case.test',
    'a@b.in eta@ case.test',
    'asha rao@case.test',
    `${'a'.repeat(250)}@b.in`,
  ])('%s is none, and is named', (written) => {
    expect(readMail(written)).toEqual({ email: '', others: [], left: written });
  });

  it('beside a broken one is taken, and the broken one is named', () => {
    expect(readMail('a@b.in, c@d')).toEqual({ email: 'a@b.in', others: [], left: 'c@d' });
  });
});
