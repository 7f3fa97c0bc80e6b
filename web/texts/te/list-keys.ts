import type { Texts } from '../catalogue.ts';

export const listKeys: Texts['listKeys'] = {
  title: 'కీలు',
  anywhere: 'ఎక్కడైనా',
  inLists: 'జాబితాల్లో',
  close: 'మూసివేయండి',
  rows: {
    find: 'ఈ జాబితాలో వెతకండి, లేదా ఏదైనా',
    bar: 'ఏదైనా వెతకండి లేదా చేయండి',
    next: 'తర్వాతి వరుస',
    previous: 'ముందటి వరుస',
    select: 'వరుసను ఎంచుకోండి',
    open: 'వరుసను తెరవండి',
    menu: 'వరుసతో ఏమి చేయవచ్చు',
    help: 'ఈ కీలు',
  },
  or: 'లేదా',
  letters: 'ఈ పరికరంలో ఒక అక్షరం కీలు',
  lettersOff: 'ఆఫ్: అక్షరాలు, / మరియు ? ఏమీ చేయవు. సహాయం పేజీలోని "అన్ని కీలు చూపండి" ఈ జాబితాను తెరుస్తుంది.',
};
