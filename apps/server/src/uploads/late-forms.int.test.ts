import { request } from "node:http";
import { once } from "node:events";
import { json } from "node:stream/consumers";
import fastify, { type FastifyInstance } from "fastify";
import { AppError } from "@swath/contract/errors";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fileStorePost } from "../platform/file-store-http/file-store-post.ts";
import type { FileStore } from "../platform/file-store/file-store.ts";
import { admitsPost, uploadOf } from "./landing/landing-place.ts";
import { sendingUpload } from "./testing/sending-upload.ts";
import { createUploadRig } from "./testing/upload-rig.ts";

let rig: Awaited<ReturnType<typeof createUploadRig>>;
let app: FastifyInstance;
let port = 0;
/** How often it was asked whether a post is awaited. */
let asked = 0;
beforeEach(async () => {
  rig = await createUploadRig();
  app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    const known = error instanceof AppError ? error : undefined;
    return reply.status(known?.status ?? 500).send({ code: known?.code });
  });
  const { db, buckets } = rig;
  asked = 0;
  const admits = async (place: { bucket: string; key: string }) => {
    const admitted = await admitsPost(db, buckets, place);
    asked += 1;
    return admitted;
  };
  await app.register(fileStorePost(rig.files as FileStore, { admits, countsFor: uploadOf }));
  port = Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterEach(async () => {
  await app.close();
  await rig.close();
});

type Form = { url: string; fields: Record<string, string> };
const BOUNDARY = "----late";

/** Begins to post a form and withholds its last bytes until it is to end. */
function beginPost({ url, fields }: Form, bytes: Buffer) {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n\r\n`;
  const whole = Buffer.concat([
    Buffer.from(parts.join("") + file),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const sent = request({
    port,
    path: url,
    method: "POST",
    headers: {
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "content-length": whole.length,
    },
  });
  const reply = once(sent, "response");
  sent.write(whole.subarray(0, -100));
  return async (): Promise<string> => {
    sent.end(whole.subarray(-100));
    const [response] = (await reply) as [import("node:http").IncomingMessage];
    if (response.statusCode === 201) return "taken";
    return ((await json(response)) as { code: string }).code;
  };
}

const REFUSED = "UPLOAD_POLICY_REFUSED";

async function sending() {
  const { upload, crew, name, object } = await sendingUpload(rig);
  return { upload, crew, object, form: () => crew.form(upload, name, object) };
}

describe("the file store", () => {
  test("takes the post of a form whose lease lives", async () => {
    const { form, object } = await sending();
    expect(await beginPost(await form(), object.bytes)()).toBe("taken");
    expect(await rig.keysIn(rig.buckets.uploads)).toHaveLength(1);
  });

  test("refuses a post that ends after its upload was cancelled", async () => {
    const { upload, crew, form, object } = await sending();
    const end = beginPost(await form(), object.bytes);
    await expect.poll(() => asked).toBe(1);
    await crew.move(upload, "UPLOAD_CANCELLED");
    expect(await end()).toBe(REFUSED);
    expect(await rig.keysIn(rig.buckets.uploads)).toEqual([]);
  });

  test("refuses a form of the lease before, also while the same person sends again", async () => {
    const { upload, crew, form, object } = await sending();
    const dead = await form();
    await crew.move(upload, "UPLOAD_PAUSED");
    expect(await beginPost(dead, object.bytes)()).toBe(REFUSED);
    await crew.move(upload, "CHECKING_CONCURRENT_UPLOAD");
    await crew.move(upload, "UPLOADING");
    expect(await beginPost(dead, object.bytes)()).toBe(REFUSED);
    expect(await beginPost(await form(), object.bytes)()).toBe("taken");
  });

  test("refuses a form that another one for the same object followed", async () => {
    const { form, object } = await sending();
    const first = await form();
    const second = await form();
    expect(await beginPost(first, object.bytes)()).toBe(REFUSED);
    expect(await beginPost(second, object.bytes)()).toBe("taken");
  });
});
