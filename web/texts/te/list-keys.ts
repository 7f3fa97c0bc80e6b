import type { Texts } from '../catalogue.ts';

export const listKeys: Texts['listKeys'] = {
  title: 'ఈ జాబితా కీలు',
  close: 'మూసివేయండి',
  rows: {
    next: 'తర్వాతి వరుస',
    previous: 'ముందటి వరుస',
    select: 'వరుసను ఎంచుకోండి',
    open: 'వరుసను తెరవండి',
    menu: 'వరుసతో ఏమి చేయవచ్చు',
    help: 'ఈ కీలు',
  },
  or: 'లేదా',
};
