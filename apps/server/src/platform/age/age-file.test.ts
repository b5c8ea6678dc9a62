import { Decrypter, Encrypter } from "age-encryption";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { isIdentity, isRecipient, newIdentity, openAge, sealAge } from "./age-file.ts";

const SIZES = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_001];
let mine: { identity: string; recipient: string };
let other: { identity: string; recipient: string };
beforeAll(async () => {
  mine = await newIdentity();
  other = await newIdentity();
});

const bytesOf = (size: number) => Buffer.from(Uint8Array.from({ length: size }, (_, i) => i % 251));

/** In chunks of a size that is none of the format's. */
async function* chunked(bytes: Uint8Array, size = 10_007): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const sealed = (bytes: Uint8Array, recipients = [mine.recipient]) =>
  buffer(sealAge(chunked(bytes), recipients));
const opened = (bytes: Uint8Array, identity = mine.identity, size?: number) =>
  buffer(openAge(chunked(bytes, size), [identity]));

test.for(SIZES)("a file of %i bytes is opened by the library of age's author", async (size) => {
  const decrypter = new Decrypter();
  decrypter.addIdentity(mine.identity);
  expect(Buffer.from(await decrypter.decrypt(await sealed(bytesOf(size))))).toEqual(bytesOf(size));
});

test.for(SIZES)("one of %i bytes that the library sealed is opened here", async (size) => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(mine.recipient);
  const file = await encrypter.encrypt(bytesOf(size));
  expect(await opened(file)).toEqual(bytesOf(size));
  expect(await opened(file, mine.identity, 7)).toEqual(bytesOf(size));
});

test("each of several recipients opens it, and nobody else", async () => {
  const file = await sealed(bytesOf(10), [mine.recipient, other.recipient]);
  expect(await opened(file, other.identity)).toEqual(bytesOf(10));
  await expect(opened(await sealed(bytesOf(10)), other.identity)).rejects.toMatchObject({
    name: "WrongIdentity",
  });
});

test("a byte that was changed, a chunk that is missing and an end that was cut are found", async () => {
  const file = await sealed(bytesOf(200_000));
  const changed = Buffer.from(file);
  changed[file.length - 70_000]! ^= 1;
  const chunk = 65_552;
  const start = file.length - 3_440 - 3 * chunk;
  const without = Buffer.concat([file.subarray(0, start), file.subarray(start + chunk)]);
  const cut = file.subarray(0, start + 2 * chunk);
  for (const bad of [changed, without, cut, file.subarray(0, 100)])
    await expect(opened(bad)).rejects.toMatchObject({ name: "DamagedAgeFile" });
});

test("recipients and identities are told apart from other words", () => {
  expect([mine.recipient, "age1zzz", mine.identity, ""].map(isRecipient)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([mine.identity, mine.recipient, "AGE-SECRET-KEY-1A"].map(isIdentity)).toEqual([
    true,
    false,
    false,
  ]);
});
