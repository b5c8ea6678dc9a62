import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { DamagedAgeFile, openPayload, sealPayload } from "./age-stream.ts";

/** None of the identities opens the file. */
export class WrongIdentity extends Error {
  override readonly name = "WrongIdentity";
}

const LAST_LINE = /(?:^|\n)--- [0-9A-Za-z+/]{43}\n/;
/** A header of some dozens of recipients. */
const MOST_HEADER_BYTES = 65_536;
const NONCE_BYTES = 16;
const TAG_BYTES = 16;

/** Whether a text is a recipient that files can be sealed for. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is an identity that opens files. */
export function isIdentity(text: string): boolean {
  try {
    new Decrypter().addIdentity(text);
    return true;
  } catch {
    return false;
  }
}

/** A new identity and its recipient. */
export async function newIdentity(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The recipient of an identity. */
export const recipientOf = (identity: string): Promise<string> => identityToRecipient(identity);

/** A new file key, and the header that tells it to the recipients. */
async function newHeader(recipients: readonly string[]) {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  let fileKey = new Uint8Array(0);
  encrypter.addRecipient({
    wrapFileKey: (key) => {
      fileKey = Uint8Array.from(key);
      return [];
    },
  });
  const whole = await encrypter.encrypt(new Uint8Array(0));
  return { header: whole.subarray(0, whole.length - NONCE_BYTES - TAG_BYTES), fileKey };
}

/** A stream as an age file (age-encryption.org/v1) for these recipients, in bounded memory. */
export async function* sealAge(
  source: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): AsyncGenerator<Uint8Array> {
  if (recipients.length === 0) throw new Error("nobody could open the file");
  const { header, fileKey } = await newHeader(recipients);
  yield header;
  yield* sealPayload(source, fileKey);
}

/** Splits a file into header, nonce and the rest. */
async function readHead(source: AsyncIterator<Uint8Array>) {
  let head = Buffer.alloc(0);
  for (;;) {
    const found = LAST_LINE.exec(head.toString("latin1"));
    const end = found === null ? Infinity : found.index + found[0].length;
    if (head.length >= end + NONCE_BYTES) return { head, end };
    const next = head.length > MOST_HEADER_BYTES ? { done: true as const } : await source.next();
    if (next.done === true) throw new DamagedAgeFile("it has no header");
    head = Buffer.concat([head, next.value]);
  }
}

async function fileKeyOf(header: Uint8Array, identities: readonly string[]): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return await decrypter.decryptHeader(header);
  } catch (error) {
    throw new WrongIdentity("no identity opens the file, or its header is damaged", {
      cause: error,
    });
  }
}

/** The plain stream of an age file; throws {@link WrongIdentity} and {@link DamagedAgeFile}. */
export async function* openAge(
  source: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    const { head, end } = await readHead(chunks);
    const fileKey = await fileKeyOf(head.subarray(0, end), identities);
    const nonce = head.subarray(end, end + NONCE_BYTES);
    const rest = async function* (): AsyncGenerator<Uint8Array> {
      if (head.length > end + NONCE_BYTES) yield head.subarray(end + NONCE_BYTES);
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
        yield next.value;
    };
    yield* openPayload(rest(), fileKey, nonce);
  } finally {
    await chunks.return?.();
  }
}
