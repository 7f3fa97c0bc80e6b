// The image by Debian's buildah, without a registry: a base of Debian's packages stands in for Debian's slim image.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('../..', import.meta.url));
const base = 'localhost/debian:bookworm-slim';

export const say = (line: string) => process.stdout.write(`${line}\n`);

export function hold(what: string, isSo: boolean, seen = ''): void {
  if (!isSo) throw new Error(`does not hold: ${what}. ${seen}`);
  say(`holds: ${what}`);
}

/** Runs a program to its end and answers what it printed; a failure ends everything. */
export function run(program: string, args: readonly string[], cwd = project): string {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26, cwd });
  if (done.status === 0) return done.stdout;
  throw new Error(`${program} ${args.join(' ')}\n${done.stdout}${done.error?.message ?? done.stderr}`);
}

/** What the image says about itself, as an engine reads it. */
export interface Image {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, object>>;
  readonly StopSignal: NodeJS.Signals;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** One program in a container. */
export interface Program {
  output(): string;
  /** Its number on this machine. */
  pid(): number;
  readonly ended: Promise<number>;
}

export interface Engine {
  build(context: string, tag: string): void;
  inspect(tag: string): Image;
  /** A container of an image, with nothing running in it. */
  container(tag: string): string;
  /** The folder of its files on this machine. */
  files(container: string): string;
  /** Starts a program with folders of this machine in it, as `docker run --volume` and `docker exec` do. */
  start(container: string, command: readonly string[], options: RunOptions): Program;
  remove(container: string): void;
}

export interface RunOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Folders of this machine by their place in the container. */
  readonly volumes: Readonly<Record<string, string>>;
}

/** buildah with a store of its own in the scratch folder. */
export function openEngine(scratch: string): Engine {
  const store = ['--root', join(scratch, 'store'), '--runroot', join(scratch, 'run')];
  const words = [...store, '--storage-driver', 'vfs'];
  const buildah = (...args: readonly string[]) => run('buildah', [...words, ...args]).trim();
  makeBase(scratch, buildah);
  return {
    build(context, tag) {
      const dockerfile = join(project, 'deploy/Dockerfile');
      const ignore = ['--ignorefile', join(project, '.dockerignore')];
      // The form of Docker has a place for the health command, that of OCI has none.
      const form = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', `BASE=${base}`, ...ignore];
      const arch = ['--build-arg', `ARCH=${process.arch}`];
      buildah('bud', ...form, ...arch, '--file', dockerfile, '--tag', tag, context);
    },
    inspect(tag) {
      const found: { Docker: { config: Image } } = JSON.parse(buildah('inspect', '--type', 'image', tag));
      return found.Docker.config;
    },
    container(tag) {
      const name = buildah('from', '--pull-never', tag);
      // buildah would mount a folder of its own over the volume that the trial gives it.
      buildah('config', '--volume', '/data-', name);
      return name;
    },
    files: (container) => buildah('mount', container),
    start(container, command, { env, volumes }) {
      const given = [
        ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
        ...Object.entries(volumes).flatMap(([inside, folder]) => ['--volume', `${folder}:${inside}`]),
      ];
      const options = ['run', '--isolation', 'chroot', '--cap-drop', 'all', ...given, container, '--'];
      return follow([...words, ...options, ...command]);
    },
    remove: (container) => void buildah('rm', container),
  };
}

function makeBase(scratch: string, buildah: (...args: readonly string[]) => string): void {
  if (buildah('images', '--format', '{{.Name}}:{{.Tag}}').split('\n').includes(base)) return;
  const archive = join(scratch, 'base.tar');
  if (!existsSync(archive)) run('mmdebstrap', ['--variant=minbase', '--quiet', 'bookworm', archive]);
  const container = buildah('from', 'scratch');
  buildah('add', container, archive, '/');
  buildah('commit', '--rm', container, base);
}

function follow(args: readonly string[]): Program {
  const child = spawn('buildah', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return {
    output: () => output,
    pid: () => innermost(child.pid ?? 0),
    ended: new Promise((done) => child.once('close', (code) => done(code ?? 1))),
  };
}

/** The program behind buildah's own processes: the chroot has no process ids of its own, so it is seen from here. */
function innermost(pid: number): number {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  if (!command.startsWith('buildah')) return pid;
  // Each thread has children of its own.
  const child = readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '))
    .find((each) => each !== '');
  if (child === undefined) throw new Error('nothing runs in the container');
  return innermost(Number(child));
}

/** A folder that the image's user owns, as an engine makes a volume. */
export function volume(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, 1000, 1000);
  return folder;
}
