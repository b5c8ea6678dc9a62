import { createWriteStream } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import {
  Busboy,
  type BusboyFileStream,
  type BusboyHeaders,
  type BusboyInstance,
} from "@fastify/busboy";
import { AppError } from "@swath/contract/errors";
import type { FormShape } from "@swath/contract/endpoint";
import { unstorablePlace } from "../json/storable-text.ts";
import { invalidPart } from "./describe-error.ts";
import { unstorable } from "./refuse-unstorable.ts";

/** A file that was received, kept on the disk until its call was answered. */
export interface FormFile {
  /** As the client named it, without folders and control characters; never a place to write to. */
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly path: string;
}

export interface ReceivedForm<Fields = unknown> {
  readonly fields: Fields;
  readonly file: FormFile | undefined;
}

const FIELDS = 16;
const FIELD_BYTES = 131_072;
/** What a form may hold besides its file. */
const ELSE_BYTES = FIELDS * FIELD_BYTES;
/** A sender that is silent for so long is disconnected. */
const SILENCE_MS = 60_000;
const MAX_NAME = 200;

const malformed = (message: string, cause?: unknown): AppError =>
  new AppError("INVALID_REQUEST", message, {}, { cause });
const tooLarge = (limit: number): AppError =>
  new AppError("ENTITY_TOO_LARGE", `the file is larger than ${limit} bytes`, { limit });

function openParser(headers: IncomingHttpHeaders, fileBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: {
        fieldNameSize: 64,
        fieldSize: FIELD_BYTES,
        fields: FIELDS,
        files: 1,
        // One more than is allowed, so that a file of exactly so many bytes differs from a cut one.
        fileSize: fileBytes + 1,
        headerPairs: 8,
        headerSize: 8_192,
      },
    });
  } catch (error) {
    throw malformed("the form is malformed", error);
  }
}

/** A client's name of a file as people may read it. */
export function plainFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").trim();
  if (plain === "" || plain === "." || plain === "..") return "attachment";
  if (plain.length <= MAX_NAME) return plain;
  const ending = /\.\w{1,10}$/.exec(plain)?.[0] ?? "";
  return plain.slice(0, MAX_NAME - ending.length) + ending;
}

/** Where a file is kept, and what gives it up. */
interface Kept {
  readonly path: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

async function takeFile(stream: BusboyFileStream, { path, limit, signal }: Kept): Promise<number> {
  await pipeline(stream, createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
  if (stream.bytesRead > limit) throw tooLarge(limit);
  return stream.bytesRead;
}

async function skip(stream: BusboyFileStream, name: string): Promise<never> {
  stream.resume();
  throw malformed(`${name}: is no file of this form`);
}

/** What the sender receives: a disk of ours that fails is no fault of the form. */
function faultOf(error: unknown): unknown {
  if (error instanceof AppError || (error instanceof Error && "syscall" in error)) return error;
  return malformed("the form is malformed or ends early", error);
}

async function readParts(body: IncomingMessage, shape: FormShape, path: string) {
  const parser = openParser(body.headers, shape.maxFileBytes);
  const texts = new Map<string, string>();
  const files: Promise<FormFile>[] = [];
  const faults: unknown[] = [];
  const over = new AbortController();
  const kept = { path, limit: shape.maxFileBytes, signal: over.signal };
  const refuse = (error: unknown): void => {
    faults.push(faultOf(error));
    body.unpipe(parser);
    parser.destroy(new Error("refused"));
  };
  parser.on("field", (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut || texts.has(name))
      refuse(malformed(`${name}: is too long or there twice`));
    else texts.set(name, value);
  });
  parser.on("file", (name, stream, filename, _encoding, type) => {
    const known = name === shape.fileField;
    const taken = known ? takeFile(stream, kept) : skip(stream, name);
    files.push(taken.then((bytes) => ({ name: plainFileName(filename), type, bytes, path })));
    taken.catch(refuse);
  });
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
    parser.on(limit, () => refuse(malformed("the form holds more than its fields and one file")));
  try {
    await pipeline(body, parser);
    const [file] = await Promise.all(files);
    return { texts, file };
  } catch (error) {
    const fault = faults[0] ?? faultOf(error);
    // The parser does not end a file that it was in the middle of.
    over.abort();
    await Promise.allSettled(files);
    throw fault;
  }
}

function checkedFields(texts: ReadonlyMap<string, string>, shape: FormShape): unknown {
  const place = unstorablePlace(Object.fromEntries(texts));
  if (place !== undefined) throw unstorable("form", place);
  const parsed = shape.fields.safeParse(Object.fromEntries(texts));
  if (parsed.success) return parsed.data;
  throw invalidPart(
    "form",
    parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message })),
  );
}

function checkLength(body: IncomingMessage, shape: FormShape): void {
  if (Number(body.headers["content-length"] ?? 0) <= shape.maxFileBytes + ELSE_BYTES) return;
  body.resume();
  throw tooLarge(shape.maxFileBytes);
}

/**
 * Receives a form and hands it to a task; its file lies on the disk until the task ended. Throws
 * INVALID_REQUEST and ENTITY_TOO_LARGE as soon as something is wrong; no more than the shape allows
 * is ever kept.
 */
export async function withForm<T>(
  body: IncomingMessage,
  shape: FormShape,
  task: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  checkLength(body, shape);
  body.setTimeout(SILENCE_MS, () => body.destroy());
  await using folder = await mkdtempDisposable(join(tmpdir(), "swath-form-"));
  const { texts, file } = await readParts(body, shape, join(folder.path, "file"));
  return await task({ fields: checkedFields(texts, shape), file });
}
