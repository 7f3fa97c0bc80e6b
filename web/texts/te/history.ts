import type { Texts } from '../catalogue.ts';

export const history: Texts['history'] = {
  title: 'చరిత్ర',
  open: 'చరిత్ర చూపించండి',
  close: 'చరిత్ర దాచండి',
  lead: 'ఎవరు, ఎప్పుడు, ఏది, దేని నుంచి దేనికి మార్చారో చూడండి.',
};
