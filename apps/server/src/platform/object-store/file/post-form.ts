import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { AppError } from "@swath/contract/errors";
import { checkSize } from "../refusals.ts";
import { refused } from "./post-policy.ts";
import type { ReceivedFile } from "./received-file.ts";

const FIELDS = 8;
/** Bytes that the parser takes before it asks to wait; its streams would wait at every chunk else. */
const AHEAD_BYTES = 1_048_576;
const FILE_FIELD = "file";

export interface Receiving {
  readonly file: ReceivedFile;
  /** Exact size of what is to come, in bytes. */
  readonly size: number;
}

/**
 * A posted form: its fields, then one file in the field `file`. `open` is handed the fields when
 * the file begins, and refuses by throwing. After a refusal the rest of the body is dropped, so
 * that a sender that hears nothing before it has sent all gets to read why.
 */
export class PostForm<T extends Receiving> {
  readonly #parser: BusboyInstance;
  readonly #open: (fields: ReadonlyMap<string, string>) => Promise<T>;
  readonly #fields = new Map<string, string>();
  readonly #failed: Promise<void>;
  #tellFailed!: () => void;
  #failure: unknown;
  #receiving: Promise<T> | undefined;

  constructor(
    headers: IncomingHttpHeaders,
    open: (fields: ReadonlyMap<string, string>) => Promise<T>,
  ) {
    this.#open = open;
    this.#failed = new Promise((resolve) => (this.#tellFailed = resolve));
    this.#parser = openParser(headers);
    this.#parser.on("field", (name, value, nameCut, valueCut) => {
      this.#takeField(name, value, nameCut || valueCut);
    });
    this.#parser.on("file", (name, stream) => this.#takeFile(name, stream));
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
      this.#parser.on(limit, () => this.#fail(refused("it holds more than fields and one file")));
    this.#parser.on("error", (error) => this.#fail(malformed(error)));
  }

  /** Takes a chunk of the body; never throws: what is wrong is told by {@link end}. */
  async add(chunk: Uint8Array): Promise<void> {
    if (this.#failure !== undefined) return;
    if (!this.#parser.write(chunk)) await Promise.race([once(this.#parser, "drain"), this.#failed]);
  }

  /** The whole form was added: answers what was received, or throws why it was refused. */
  async end(): Promise<T> {
    if (this.#failure === undefined) {
      const finished = new Promise<void>((resolve) => this.#parser.once("finish", resolve));
      this.#parser.end();
      await Promise.race([finished, this.#failed]);
    }
    if (this.#receiving === undefined) this.#fail(malformed("it holds no file"));
    if (this.#failure !== undefined) throw this.#failure;
    const receiving = await this.#receiving!;
    checkSize(receiving.file.size, receiving.size);
    return receiving;
  }

  /** The file that was begun, to be discarded where the form was refused or aborted. */
  async begun(): Promise<ReceivedFile | undefined> {
    return (await this.#receiving?.catch(() => undefined))?.file;
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#tellFailed();
  }

  #takeField(name: string, value: string, cut: boolean): void {
    if (this.#receiving !== undefined) this.#fail(refused("a field follows the file", name));
    else if (cut || this.#fields.has(name))
      this.#fail(refused("a field is too long or there twice", name));
    else this.#fields.set(name, value);
  }

  #takeFile(name: string, stream: Readable): void {
    stream.on("error", (error) => this.#fail(malformed(error)));
    if (name !== FILE_FIELD) this.#fail(refused("a field is a file", name));
    if (this.#failure !== undefined) return;
    this.#receiving = this.#open(this.#fields);
    this.#receiving.then(
      (receiving) => this.#flow(stream, receiving),
      (error: unknown) => this.#fail(error),
    );
  }

  #flow(stream: Readable, { file, size }: Receiving): void {
    stream.on("data", (chunk: Buffer) => {
      if (this.#failure !== undefined) return;
      if (file.size + chunk.length > size) {
        this.#fail(new AppError("ENTITY_TOO_LARGE", "larger than announced", { expected: size }));
        return;
      }
      const wait = file.add(chunk);
      if (wait === undefined) return;
      stream.pause();
      wait.then(
        () => stream.resume(),
        (error: unknown) => this.#fail(error),
      );
    });
  }
}

function openParser(headers: IncomingHttpHeaders): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      highWaterMark: AHEAD_BYTES,
      fileHwm: AHEAD_BYTES,
      limits: {
        fieldNameSize: 64,
        fieldSize: 8_192,
        fields: FIELDS,
        files: 1,
        parts: FIELDS + 1,
        headerPairs: 8,
        headerSize: 8_192,
      },
    });
  } catch (error) {
    throw malformed(error);
  }
}

function malformed(cause: unknown): AppError {
  return new AppError("INVALID_REQUEST", "the form is malformed or ends early", {}, { cause });
}
