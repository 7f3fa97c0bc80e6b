// Makes the bucket that the portal's settings name, and lets the portal's pages send files to it. Safe to repeat.
import { CreateBucketCommand, HeadBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';

const { APP_URL, S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;

const client = new S3Client({
  endpoint: S3_ENDPOINT,
  region: S3_REGION,
  credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
});

const isMissing = await client.send(new HeadBucketCommand({ Bucket: S3_BUCKET })).then(
  () => false,
  (error) => {
    if (error.$metadata?.httpStatusCode === 404) return true;
    throw error;
  },
);
if (isMissing) await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }));
await client.send(
  new PutBucketCorsCommand({
    Bucket: S3_BUCKET,
    CORSConfiguration: {
      CORSRules: [{ AllowedOrigins: [APP_URL], AllowedMethods: ['POST'], AllowedHeaders: ['*'] }],
    },
  }),
);
process.stdout.write(`The bucket ${S3_BUCKET} takes files from ${APP_URL}.\n`);
