import type { Config } from '#server/config.ts';
import type { Picture } from '#server/pdf/content.ts';
import type { ProviderSettings } from '@gurukul/contract/provider';
import { nameOfProvider } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { accents } from '@gurukul/contract/shared/words/accents';
import { progressOf } from '#server/db/progress.ts';
import type { Study } from '#server/db/progress.ts';
import type { Storage } from '#server/storage/storage.ts';
import { logoOnPaper } from '../files/logo-on-paper.ts';
import { dayIn } from '../receipts/rules.ts';
import { verifyUrl } from './queries.ts';
import type { StoredCertificate } from './queries.ts';

interface Tools {
  readonly config: Pick<Config, 'appUrl'>;
  readonly files: Pick<Storage, 'open'>;
  readonly provider: ProviderSettings;
}

/** Certificates as one PDF, a page each. What draws is loaded by the first document. */
export async function drawAll(
  { config, files, provider }: Tools,
  certificates: readonly StoredCertificate[],
): Promise<Buffer> {
  const { drawCertificates } = await import('#server/pdf/certificate.ts');
  const signatures = new Map<string, Picture | null>();
  for (const { signature } of certificates) {
    if (!signatures.has(signature)) {
      signatures.set(signature, await logoOnPaper(files, { logo: signature }, 'signature'));
    }
  }
  const drawings = certificates.map((one) => ({
    ...one,
    signature: signatures.get(one.signature) ?? null,
    verify_url: verifyUrl(config, one.verify_id),
  }));
  return drawCertificates(drawings, {
    logo: await logoOnPaper(files, provider),
    colour: accents[provider.accent][6] ?? '#1f2328',
  });
}

/** A student in all of these courses. */
export async function drawStudies(
  { files, provider }: Omit<Tools, 'config'>,
  {
    name,
    language,
    studies,
  }: { readonly name: string; readonly language: PortalLanguage; readonly studies: readonly Study[] },
): Promise<Buffer> {
  const { drawTranscript } = await import('#server/pdf/transcript.ts');
  const rows = studies.map((one) => ({
    ...progressOf(one),
    course_name: one.course_name,
    from: one.started_on,
    certificate: one.certificate_number,
  }));
  const { address, registration, time_zone } = provider;
  return drawTranscript(
    {
      provider: { name: nameOfProvider(provider), address, registration },
      language,
      name,
      made_on: dayIn(time_zone, new Date()),
      rows,
    },
    await logoOnPaper(files, provider),
  );
}
