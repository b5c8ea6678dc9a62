import {
  isOfVersion,
  MAX_PARTS,
  MAX_RECEIPT_FILES,
  type ReceiptFile,
  receiptFileSchema,
  type ReceiptHead,
  receiptHeadSchema,
  receiptLine,
  receiptSignatureSchema,
} from "@swath/contract/uploads";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { z } from "zod";
import { JsonFault, readJsonList } from "../../apps/server/src/platform/json/json-list.ts";

/** Why nothing was verified, in one line. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** The text of an error of the system or of a library. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Most bytes of a receipt that is read. */
const MAX_BYTES = 536_870_912;
const BOUNDS = { elementBytes: 16_777_216, elementValues: MAX_PARTS + 32, aroundBytes: 16_384 };
const documentSchema = z.strictObject({
  head: receiptHeadSchema,
  files: z.tuple([]),
  signature: receiptSignatureSchema,
});

/** A receipt whose list is the one that its head describes; its signature is not checked yet. */
export interface ReadReceipt {
  readonly head: ReceiptHead;
  readonly signature: string;
  /** By path. */
  readonly files: ReadonlyMap<string, ReceiptFile>;
}

/** The files of a receipt, with what its head should say of them. */
class FileList {
  readonly files = new Map<string, ReceiptFile>();
  #bytes = 0;
  readonly #hash = createHash("sha256");

  add(value: unknown): void {
    const { data: file, error } = receiptFileSchema.safeParse(value);
    if (file === undefined)
      throw new Refusal(`it holds no valid file: ${error?.issues[0]?.message}`);
    if (this.files.has(file.path)) throw new Refusal(`it names ${file.path} twice`);
    if (this.files.size === MAX_RECEIPT_FILES)
      throw new Refusal(`it names more than ${MAX_RECEIPT_FILES} files`);
    this.files.set(file.path, file);
    this.#bytes += file.bytes;
    this.#hash.update(receiptLine(file));
  }

  checkAgainst(head: ReceiptHead): void {
    const whole =
      (head.read !== undefined) === (head.version === 2) &&
      Iterator.from(this.files.values()).every((file) => isOfVersion(file, head)) &&
      head.files === this.files.size &&
      head.bytes === this.#bytes &&
      head.sha256 === this.#hash.digest("hex");
    if (!whole) throw new Refusal("its list of files was changed after it was signed");
  }
}

async function parse(file: string): Promise<ReadReceipt> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new Refusal(`it has ${size} bytes, more than ${MAX_BYTES}`);
  const list = new FileList();
  const reading = readJsonList(createReadStream(file, { end: MAX_BYTES }), ["files"], BOUNDS);
  let next = await reading.next();
  for (; next.done !== true; next = await reading.next())
    next.value.forEach((value) => list.add(value));
  const document = documentSchema.safeParse(next.value);
  if (!document.success) throw new Refusal("it is not a receipt of Swath");
  const { head, signature } = document.data;
  list.checkAgainst(head);
  return { head, signature, files: list.files };
}

/** Reads a receipt within bounds; throws {@link Refusal}. */
export async function readReceipt(file: string): Promise<ReadReceipt> {
  try {
    return await parse(file);
  } catch (error) {
    const expected = error instanceof Refusal || error instanceof JsonFault || isOfSystem(error);
    if (!expected) throw error;
    throw new Refusal(`The receipt is refused: ${reasonOf(error)}`, { cause: error });
  }
}

const isOfSystem = (error: unknown): boolean => error instanceof Error && "syscall" in error;
