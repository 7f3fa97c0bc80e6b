// Tests clone and drop databases on the coordinator. Here the workers do it too.
import pg from 'pg';

const workers = JSON.parse(process.env['CITUS_WORKERS'] ?? '[]') as pg.ClientConfig[];

// The driver has many overloads; this passes each on.
// oxlint-disable-next-line typescript/no-explicit-any
const send: (...given: any[]) => any = pg.Client.prototype.query;

// oxlint-disable-next-line typescript/no-explicit-any -- as above
function everywhere(this: pg.Client, ...given: any[]): any {
  const [text]: unknown[] = given;
  const answer: Promise<unknown> = send.apply(this, given);
  return typeof text === 'string' && /^(?:create|drop) database /.test(text)
    ? followed(answer, text)
    : answer;
}

async function followed(answer: Promise<unknown>, text: string): Promise<unknown> {
  const result = await answer;
  for (const worker of workers) {
    const client = new pg.Client(worker);
    await client.connect();
    try {
      await send.call(client, text);
    } finally {
      await client.end();
    }
  }
  return result;
}

// Test files share their modules, and this runs before each of them.
if (send.name !== everywhere.name) pg.Client.prototype.query = everywhere;
