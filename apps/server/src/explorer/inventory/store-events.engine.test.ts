import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import {
  type Event,
  PutBucketNotificationConfigurationCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineOptions } from "../../platform/object-store/testing/engine-options.ts";
import { openS3Store } from "../../platform/s3-store/open-s3-store.ts";
import { ObjectLooker } from "./store-events.ts";
import { serveStoreEvents } from "./store-events.routes.ts";

const TOKEN = "of-the-stores-events";
const bucket = `swath-events-${randomUUID().slice(0, 8)}`;
const options = engineOptions(bucket);
const store = openS3Store(options);
const client = new S3Client({
  endpoint: options.endpoint,
  region: options.region,
  forcePathStyle: true,
  credentials: { accessKeyId: options.accessKey, secretAccessKey: options.secretKey },
});
/** The size of each object that the store told of. */
const told = new Map<string, number>();
let app: FastifyInstance;

/** Makes a topic that posts to an address, as the call of SNS that Ceph knows. */
async function makeTopic(name: string, address: string): Promise<string> {
  const { host, hostname, port } = new URL(options.endpoint);
  const body = new URLSearchParams({
    Action: "CreateTopic",
    Name: name,
    "Attributes.entry.1.key": "push-endpoint",
    "Attributes.entry.1.value": address,
  }).toString();
  const type = "application/x-www-form-urlencoded";
  // Ceph takes an address with a password over TLS alone, which a proxy before it says it had.
  const headers = { host, "content-type": type, "x-forwarded-proto": "https" };
  const signer = await client.config.signer();
  const request = { method: "POST", protocol: "http:", hostname, port: Number(port), path: "/" };
  const signed = await signer.sign({ ...request, headers, body });
  const reply = await fetch(options.endpoint, { method: "POST", headers: signed.headers, body });
  const text = await reply.text();
  const arn = /<TopicArn>([^<]+)/.exec(text)?.[1];
  if (arn === undefined) throw new Error(`no topic: ${reply.status} ${text}`);
  return arn;
}

beforeAll(async () => {
  await store.ensureBuckets([bucket]);
  app = Fastify();
  const looker = new ObjectLooker({
    store,
    recorder: {
      stored: (_bucket, { key, size }) => void told.set(key, size),
      removed: () => {},
    },
    buckets: new Set([bucket]),
    onError: (error) => {
      throw error;
    },
  });
  serveStoreEvents(app, { token: TOKEN, looker });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const topic = await makeTopic(bucket, `http://swath:${TOKEN}@127.0.0.1:${port}/store-events`);
  // Not of removals: a removal of several objects ends the gateway of Ceph 16 that tells of it.
  const created: Event[] = ["s3:ObjectCreated:*"];
  const TopicConfigurations = [{ Id: "swath", TopicArn: topic, Events: created }];
  const NotificationConfiguration = { TopicConfigurations };
  await client.send(
    new PutBucketNotificationConfigurationCommand({ Bucket: bucket, NotificationConfiguration }),
  );
});
afterAll(() => app.close());

test.each(["plain.laz", "FL000101/a b+c%41 é & <ü>.laz"])(
  "the store tells of an object that is written and copied, and goes on when it is removed: %s",
  async (key) => {
    await store.write(bucket, key, [Buffer.from("hello")], { size: 5 });
    await expect.poll(() => told.get(key)).toBe(5);
    await store.copy({ bucket, key }, { bucket, key: `copy of ${key}` });
    await expect.poll(() => told.get(`copy of ${key}`)).toBe(5);
    await store.remove(bucket, [key, `copy of ${key}`]);
    expect(await store.head(bucket, key)).toBeUndefined();
  },
);
