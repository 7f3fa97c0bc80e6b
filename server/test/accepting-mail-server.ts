// A mail server that accepts everything, in a process of its own, for measurements. It tells its port and, when asked,
// the number of mails.
import { SMTPServer } from 'smtp-server';

export type MailServerSays = { readonly port: number } | { readonly accepted: number };

const say = (what: MailServerSays) => process.send?.(what);

let accepted = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => {
      accepted += 1;
      // A distant server takes a moment to confirm.
      setTimeout(done, 20);
    });
  },
});
server.on('error', () => undefined);
const listening = server.listen(0, '127.0.0.1', () => {
  const address = listening.address();
  if (typeof address === 'object' && address !== null) say({ port: address.port });
});
process.on('message', () => say({ accepted }));
process.on('disconnect', () => process.exit());
