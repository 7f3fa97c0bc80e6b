import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * The network between a browser and the portal, which a story can cut: WebDriver has no offline switch. The browser
 * believes that it is online, as it does on a wireless network that leads nowhere.
 */
export class Line {
  readonly #to: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(to: number) {
    this.#to = to;
  }

  get origin() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Opens the line, later on the same port. */
  async open() {
    const server = createServer((near) => {
      const far = connect(this.#to, '127.0.0.1');
      near.pipe(far);
      far.pipe(near);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.once('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => {
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#server = server;
    this.#port = (server.address() as { port: number }).port;
  }

  async cut() {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => {
      server.close(resolve);
    });
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
