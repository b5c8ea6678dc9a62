import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { bytes, type Form, md5, MIB, type Subject } from "./subject.ts";

/** Posts a form that was changed, or other bytes, and sees that nothing was stored. */
async function refusal(
  subject: Subject,
  change: (form: Form) => Form,
  [announced, sent]: readonly [Buffer, Buffer] = [bytes(10), bytes(10)],
): Promise<number> {
  const { at, store, bucket, other } = subject;
  const form = await store.presignPost(subject.ticket(`${at}wanted`, announced));
  const status = await subject.post(change(form), sent);
  expect((await store.list(bucket, { prefix: at })).objects).toEqual([]);
  expect((await store.list(other, { prefix: at })).objects).toEqual([]);
  return status;
}

const same = (form: Form): Form => form;
const withFields = (fields: Record<string, string>) => (form: Form) => ({
  ...form,
  fields: { ...form.fields, ...fields },
});
const fieldLike = (form: Form, name: RegExp): string =>
  Object.keys(form.fields).find((field) => name.test(field))!;

const withForgedSignature = (form: Form): Form =>
  withFields({ [fieldLike(form, /signature/i)]: "0".repeat(64) })(form);

export function refusedForms(get: () => Subject): void {
  test("is refused with another key, and nothing is stored", async () => {
    expect(await refusal(get(), withFields({ key: `${get().at}other` }))).toBe(403);
  });

  test("is refused with a field that was not signed", async () => {
    expect(await refusal(get(), withFields({ "x-amz-meta-added": "1" }))).toBe(403);
  });

  test("is refused with a bad signature", async () => {
    expect(await refusal(get(), withForgedSignature)).toBe(403);
  });

  test("is refused with a policy that was changed after it was signed", async () => {
    const forged = (form: Form): Form => {
      const name = fieldLike(form, /^policy$/i);
      const policy = Buffer.from(form.fields[name]!, "base64").toString();
      const changed = Buffer.from(policy.replaceAll("wanted", "hacked")).toString("base64");
      return withFields({ key: `${get().at}hacked`, [name]: changed })(form);
    };
    expect(await refusal(get(), forged)).toBe(403);
  });

  test("is refused once it has expired", async () => {
    const subject = get();
    const key = `${subject.at}late`;
    const ticket = { ...subject.ticket(key, bytes(10)), expiresInSeconds: 1 };
    const form = await subject.store.presignPost(ticket);
    await (subject.under.pass ?? sleep)(2_100);
    expect(await subject.post(form, bytes(10))).toBe(403);
    expect(await subject.store.head(subject.bucket, key)).toBeUndefined();
  });

  test("is refused in another bucket", async () => {
    const { bucket, other } = get();
    const moved = (form: Form): Form => ({ ...form, url: form.url.replace(bucket, other) });
    expect(await refusal(get(), moved)).toBe(403);
  });

  test.each([1001, 9 * MIB])("for 1000 bytes is refused with %d", async (size) => {
    const status = await refusal(get(), same, [bytes(1000), bytes(size)]);
    expect(status).toBe(get().under.tooLargeStatus);
  });

  test("is refused with fewer bytes than announced", async () => {
    expect(await refusal(get(), same, [bytes(1000), bytes(999)])).toBe(400);
  });

  test("tells damaged bytes from those announced", async () => {
    const subject = get();
    const [announced, damaged] = [bytes(1000, 1), bytes(1000, 2)];
    if (subject.under.verifiesPosts) {
      expect(await refusal(subject, same, [announced, damaged])).toBe(400);
      return;
    }
    // A store that does not verify what is posted knows at least what it holds.
    const { store, bucket, at } = subject;
    await subject.post(await store.presignPost(subject.ticket(`${at}a`, announced)), damaged);
    const [stored] = (await store.list(bucket, { prefix: at })).objects;
    expect(stored!.checksums.md5).toBe(md5(damaged).toString("hex"));
  });
}
