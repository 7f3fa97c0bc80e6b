import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { release } from '@gurukul/contract/shared/release';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Pod } from 'kubernetes-models/v1/Pod';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../server/config.ts';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const folder = join(root, 'deploy/kubernetes');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}
const manifestsIn = (text: string) => parseAllDocuments(text).map((one) => one.toJS() as Manifest);
const manifests = readdirSync(folder).flatMap((file) => manifestsIn(read(file)));

// A kind that is new in the files needs its line here.
const kinds: Readonly<Record<string, new (data: never) => { validate(): void }>> = {
  'apps/v1 Deployment': Deployment,
  'apps/v1 StatefulSet': StatefulSet,
  'networking.k8s.io/v1 Ingress': Ingress,
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  'v1 ConfigMap': ConfigMap,
  'v1 Pod': Pod,
  'v1 Secret': Secret,
  'v1 Service': Service,
};

/** Notes the fields that somebody asks for. */
function watched(value: unknown, path: string, asked: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, field) {
      if (typeof field === 'string') asked.add(`${path}/${field}`);
      return watched(Reflect.get(target, field), `${path}/${String(field)}`, asked);
    },
  });
}

const pathsIn = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([field, below]) => [
        `${path}/${field}`,
        ...pathsIn(below, `${path}/${field}`),
      ])
    : [];

/**
 * What the schema of its kind has against a manifest. A schema of Kubernetes allows fields that it does not know; the
 * validator never asks for those.
 */
function problemsOf(manifest: Manifest): string[] {
  const Kind = kinds[`${manifest.apiVersion} ${manifest.kind}`];
  if (Kind === undefined) return [`${manifest.apiVersion} ${manifest.kind} is no known kind`];
  const asked = new Set<string>();
  const model = new Kind(watched(manifest, '', new Set()) as never);
  for (const [field, value] of Object.entries(model))
    Object.assign(model, { [field]: watched(value, `/${field}`, asked) });
  try {
    model.validate();
  } catch (error) {
    return [`${manifest.kind}: ${String(error)}`];
  }
  const isTop = (path: string) => path.lastIndexOf('/') === 0;
  return pathsIn(manifest)
    .filter((path) => !isTop(path) && !asked.has(path))
    .map((path) => `${manifest.kind}: ${path} is unknown`);
}

test('the manifests fit the schemas of Kubernetes', () => {
  expect(manifests.length).toBe(9);
  expect(manifests.flatMap(problemsOf)).toEqual([]);
});

test('a wrong type, a missing field and a misspelled one are found', () => {
  const broken = (from: string, to: string) => {
    expect(read('alone.yaml')).toContain(from);
    return manifestsIn(read('alone.yaml').replace(from, to)).flatMap(problemsOf).join();
  };
  expect(broken('containerPort: 4000', 'containerPort: http')).toContain('containerPort must be integer');
  expect(broken('- name: portal', '- tty: true')).toContain('must have required property name');
  expect(broken('readOnlyRoot', 'readonlyRoot')).toContain('/readonlyRootFilesystem is unknown');
});

interface Container {
  readonly image: string;
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly Readonly<Record<string, { readonly name: string }>>[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
}
interface Workload {
  readonly replicas: number;
  readonly selector: { readonly matchLabels: object };
  readonly template: {
    readonly metadata: { readonly labels: object };
    readonly spec: { readonly terminationGracePeriodSeconds: number; readonly containers: [Container] };
  };
}
const ofKind = (kind: string) => manifests.find((one) => one.kind === kind) ?? expect.fail(`no ${kind}`);
const workloads = {
  portals: ofKind('Deployment')['spec'] as Workload,
  alone: ofKind('StatefulSet')['spec'] as Workload,
};
const settings = ofKind('ConfigMap')['data'] as Record<string, string>;
const secrets = ofKind('Secret')['stringData'] as Record<string, string>;
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
const fromImage = Object.fromEntries(
  (/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map((pair) => pair.split('=')),
) as Record<string, string>;

test('the server starts with the settings of image, manifests and a completed secret', () => {
  const text = readFileSync(join(root, 'server/config.ts'), 'utf8');
  const known = (name: string) => text.includes(`\n  ${name}: `);
  expect([...Object.keys(settings), ...Object.keys(secrets)].filter((name) => !known(name))).toEqual([]);
  const completed = {
    ...secrets,
    SECRET_KEY: 'k'.repeat(40),
    METRICS_TOKEN: 'm'.repeat(24),
    SMTP_URL: 'smtps://mail.example.org',
    ADMIN_PASSWORD: 'Abc#12345',
  };
  const own = {
    DATABASE_URL: 'postgres://gurukul@database/gurukul',
    DATABASE_OWNER_URL: 'postgres://gurukul_owner@database/gurukul',
    S3_ENDPOINT: 'https://files.example.org',
    S3_REGION: 'x',
    S3_BUCKET: 'gurukul',
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
  };
  const portals = readConfig({ ...fromImage, ...settings, ...completed, ...own });
  expect(portals).toMatchObject({ https: true, demo: false, databaseUrl: own.DATABASE_URL });
  const env = workloads.alone.template.spec.containers[0].env ?? [];
  const given = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  expect(readConfig({ ...fromImage, ...settings, ...completed, ...given })).toMatchObject({
    databaseUrl: null,
    s3: null,
    dataDir: '/data/portal',
    backupDir: '/backups',
  });
});

test('the example of a secret has none', () => {
  const filled = Object.entries(secrets).filter(([, value]) => value !== '');
  expect(filled).toEqual([['ADMIN_EMAIL', 'you@example.org']]);
  expect(readFileSync(join(root, '.gitignore'), 'utf8')).toContain('\ndeploy/kubernetes/secret.yaml\n');
});

test.each(Object.entries(workloads))('%s: ports, probes and labels are those of the portal', (_, spec) => {
  const [container] = spec.template.spec.containers;
  expect(container.image).toBe(`registry.example.org/gurukul:${release}`);
  expect(container.ports).toEqual([{ name: 'http', containerPort: Number(fromImage['PORT']) }]);
  expect(container.startupProbe?.httpGet.path).toBe('/api/health');
  expect(container.readinessProbe?.httpGet.path).toBe('/api/health');
  expect(readdirSync(join(root, 'web/public'))).toContain(container.livenessProbe?.httpGet.path.slice(1));
  expect(container.envFrom).toEqual([
    { configMapRef: { name: 'gurukul' } },
    { secretRef: { name: 'gurukul' } },
  ]);
  const labels = spec.template.metadata.labels;
  expect(spec.selector.matchLabels).toEqual(labels);
  expect((ofKind('Service')['spec'] as { selector: object }).selector).toEqual(labels);
});

test('a pod is not killed while it still stops, and a data folder has one portal', () => {
  const main = readFileSync(join(root, 'server/main.ts'), 'utf8');
  const times = [...main.matchAll(/^const (?:start|drain|jobsEnd|poolEnd|traceEnd)Ms = ([\d_]+);/gm)];
  expect(times.length).toBe(5);
  // Two of them wait a second longer.
  const down = times.reduce((sum, [, ms]) => sum + Number(ms?.replaceAll('_', '')) / 1000, 2);
  const { portals, alone } = workloads;
  const sleep = portals.template.spec.containers[0].lifecycle?.preStop.sleep.seconds ?? 0;
  expect(sleep).toBeGreaterThan(0);
  expect(portals.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(sleep + down);
  expect(alone.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(120 + down);
  expect(alone.replicas).toBe(1);
});
