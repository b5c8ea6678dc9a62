import { expect, test } from "vitest";
import { bytes, type Subject } from "./subject.ts";

async function openAddress(
  { store, bucket, under }: Subject,
  key: string,
  fileName = "a.las",
): Promise<URL> {
  const ticket = { bucket, key, fileName, expiresInSeconds: 60 };
  return new URL(await store.presignGet(ticket), under.origin);
}

/** Addresses that browsers download from. */
export function addresses(get: () => Subject): void {
  const addressOf = (key: string, fileName?: string) => openAddress(get(), key, fileName);

  test("opens the whole object, to be saved under its name and never shown", async () => {
    const subject = get();
    const key = `${subject.at}Überflug – 1 #2+3.html`;
    const content = bytes(700_000);
    await subject.put(key, content);
    const reply = await fetch(await addressOf(key, "Überflug – 1.html"));
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("application/octet-stream");
    expect(reply.headers.get("content-length")).toBe("700000");
    expect(reply.headers.get("content-disposition")).toBe(
      `attachment; filename="_berflug _ 1.html"; filename*=UTF-8''%C3%9Cberflug%20%E2%80%93%201.html`,
    );
    expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true);
  });

  test.each([
    ["bytes=100-199", 100, 200],
    ["bytes=69990-", 69_990, 70_000],
    ["bytes=-5", 69_995, 70_000],
    ["bytes=69999-80000", 69_999, 70_000],
  ])("opens the part %s", async (range, start, end) => {
    const subject = get();
    const content = bytes(70_000);
    await subject.put(`${subject.at}a`, content);
    const reply = await fetch(await addressOf(`${subject.at}a`), { headers: { range } });
    expect(reply.status).toBe(206);
    expect(reply.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/70000`);
    expect(Buffer.from(await reply.arrayBuffer()).equals(content.subarray(start, end))).toBe(true);
  });

  test("opens no part beyond the object", async () => {
    const subject = get();
    await subject.put(`${subject.at}a`, bytes(10));
    const headers = { range: "bytes=10-" };
    expect((await fetch(await addressOf(`${subject.at}a`), { headers })).status).toBe(416);
  });

  test("opens nothing where the object is missing", async () => {
    expect((await fetch(await addressOf(`${get().at}none`))).status).toBe(404);
  });

  test("opens nothing once it is changed in any place", async () => {
    const subject = get();
    await subject.put(`${subject.at}a`, bytes(10));
    const address = await addressOf(`${subject.at}a`);
    for (const [name, value] of address.searchParams) {
      const changed = new URL(address);
      const other = value.startsWith("A") ? "B" : "A";
      changed.searchParams.set(name, other + value.slice(1));
      const { status } = await fetch(changed);
      expect(status, name).toBeGreaterThanOrEqual(400);
      expect(status, name).toBeLessThan(500);
    }
    const elsewhere = address.href.replace(`/${subject.bucket}`, `/${subject.other}`);
    expect((await fetch(elsewhere)).status).toBe(403);
  });

  test("opens nothing once it has expired", async () => {
    const subject = get();
    const key = `${subject.at}a`;
    await subject.put(key, bytes(10));
    const ticket = { bucket: subject.bucket, key, fileName: "a", expiresInSeconds: 1 };
    const address = new URL(await subject.store.presignGet(ticket), subject.under.origin);
    await expect
      .poll(async () => (await fetch(address)).status, { timeout: 15_000, interval: 250 })
      .toBe(403);
  }, 20_000);
}

/** What an address states of the bytes that it sends. */
export function digests(get: () => Subject): void {
  test.each([undefined, "bytes=100-199"])(
    "states the digest of the whole that the store keeps, with a range of %s as well",
    async (range) => {
      const subject = get();
      const content = bytes(70_000);
      await subject.put(`${subject.at}a`, content);
      const headers: Record<string, string> = range === undefined ? {} : { range };
      const reply = await fetch(await openAddress(subject, `${subject.at}a`), { headers });
      await reply.arrayBuffer();
      const sum = subject.sum(content);
      if (subject.store.wireAlgorithm === "xxh128")
        expect(reply.headers.get("repr-digest")).toBe(`xxh128=:${sum.toString("base64")}:`);
      // S3 states a checksum of its own with the whole object alone; Ceph 16 keeps none but the ETag.
      else if (subject.store.wireAlgorithm === "md5")
        expect(reply.headers.get("etag")).toBe(`"${sum.toString("hex")}"`);
      else if (range === undefined)
        expect(reply.headers.get("x-amz-checksum-crc32c")).toBe(sum.toString("base64"));
    },
  );
}
