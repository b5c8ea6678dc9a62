import { AppError } from "@swath/contract/errors";
import {
  type FileEntry,
  fileEntrySchema,
  flatName,
  type ManifestHead,
  manifestHeadSchema,
  manifestName,
  ManifestTally,
  MAX_KEY_BYTES,
  pathKey,
} from "@swath/contract/uploads";
import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import { invalidPart } from "../../platform/http/describe-error.ts";
import { JsonFault, readJsonList } from "../../platform/json/json-list.ts";
import { FORM_BYTES } from "../landing/landing-place.ts";
import { PAGE_FILES, plannedRowOf, rowOf } from "./file-rows.ts";

/** Where the objects of an upload land, and where its rebuilt files stand. */
interface KeyPlaces {
  readonly flightId: string;
  readonly landing: string;
  readonly destination: string;
}

const PART_NAME = /^(.*)\.part(\d{4,})$/s;
/** Room for `.part10000`. */
const PART_BYTES = 10;

const collide = (key: string): AppError =>
  new AppError("INVALID_PATH", "two files would share one place", { key });

/**
 * Refuses, file by file, names whose keys would grow too long or meet; throws INVALID_PATH. Paths
 * differ, and so do the names that are made of them: only the parts of one file may meet another.
 */
class KeyRules {
  readonly #places: KeyPlaces;
  readonly #partsOf = new Map<string, number>();
  readonly #partNames: string[] = [];

  constructor(places: KeyPlaces) {
    this.#places = places;
  }

  add({ fullPath, parts }: FileEntry): void {
    const { flightId, landing, destination } = this.#places;
    checkLength(landing + flatName(fullPath), FORM_BYTES + (parts > 1 ? PART_BYTES : 0));
    checkLength(destination + fullPath, 0);
    const [, below] = fullPath.split("/", 2);
    if (below === manifestName(flightId) && fullPath.split("/").length === 2)
      throw collide(destination + fullPath);
    if (parts > 1) this.#partsOf.set(fullPath, parts);
    if (PART_NAME.test(fullPath)) this.#partNames.push(fullPath);
  }

  /** Judges what only all files together show. */
  end(): void {
    for (const path of this.#partNames) {
      const [, file = "", part = ""] = PART_NAME.exec(path) ?? [];
      if (Number(part) <= (this.#partsOf.get(file) ?? 0))
        throw collide(this.#places.landing + flatName(path));
    }
  }
}

function checkLength(key: string, more: number): void {
  if (Buffer.byteLength(key) + more > MAX_KEY_BYTES)
    throw new AppError("INVALID_PATH", `a key is longer than ${MAX_KEY_BYTES} bytes`, { key });
}

/** A manifest that was read and validated, with its files in pages. */
export interface ReadManifest {
  readonly head: ManifestHead;
  /** SHA-256 over what it says, but for when files were changed, however its JSON is laid out. */
  readonly digest: string;
  readonly files: number;
  /** Source bytes of all files. */
  readonly bytes: number;
  /** JSON of {@link PAGE_FILES} file rows each. */
  readonly pages: readonly string[];
}

const FILES = ["metadata", "files"];
/** A path of 1,024 bytes twice, each byte written as `\u0000`, and the rest. */
const BOUNDS = { elementBytes: 16_384, elementValues: 32, aroundBytes: 16_384 };

const bodySchema = z.strictObject({
  metadata: manifestHeadSchema.extend({ files: z.array(z.never()) }),
});

function parsed<T>(shape: z.ZodType<T>, value: unknown, at: readonly (string | number)[]): T {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw invalidPart(
    "body",
    result.error.issues.map(({ path, message }) => ({
      path: [...at, ...path].map(String),
      message: message.slice(0, 500),
    })),
  );
}

const refused = (message: string): AppError =>
  invalidPart("body", [{ path: FILES, message: message.slice(0, 2_000) }]);

/** What a manifest must say of the upload that it is sent for. */
type UploadFacts = Omit<ManifestHead, "baseFolder">;

/** What a manifest is compared with. */
export interface Expected {
  readonly upload: UploadFacts;
  readonly places: KeyPlaces;
}

/** Another spelling of a path is no other file: what is new is kept in one (decision 20). */
const inOneSpelling = (file: FileEntry): FileEntry => ({
  ...file,
  fileName: pathKey(file.fileName),
  fullPath: pathKey(file.fullPath),
});

/** The files as they come: each is validated, counted and put on a page. */
class FileReader {
  readonly #upload: UploadFacts;
  readonly #rules: KeyRules;
  readonly #rows: Hash = createHash("sha256");
  readonly #pages: string[] = [];
  #page: ReturnType<typeof rowOf>[] = [];
  /** That of the first file: what a manifest says of itself may come behind its files. */
  #folder = "";
  #tally = new ManifestTally("");

  constructor({ upload, places }: Expected) {
    this.#rules = new KeyRules(places);
    this.#upload = upload;
  }

  add(values: readonly unknown[]): void {
    for (const value of values) {
      const sent = parsed(fileEntrySchema, value, [...FILES, this.#tally.files]);
      if (this.#tally.files === 0) this.#begin(sent);
      const fault = this.#tally.add(sent);
      if (fault !== undefined) throw refused(fault);
      const file = inOneSpelling(sent);
      this.#rules.add(file);
      this.#keep(file);
    }
  }

  #begin({ fullPath }: FileEntry): void {
    this.#folder = fullPath.slice(0, Math.max(0, fullPath.indexOf("/")));
    this.#tally = new ManifestTally(this.#folder);
    const { flightId, uploadId, uploadType, sensorName, isUpdate } = this.#upload;
    const folder = pathKey(this.#folder);
    const head = [flightId, uploadId, uploadType, sensorName, isUpdate, folder];
    this.#rows.update(`${JSON.stringify(head).slice(0, -1)},[`);
  }

  #keep(file: FileEntry): void {
    const planned = JSON.stringify(plannedRowOf(file));
    this.#rows.update(`${this.#tally.files === 1 ? "" : ","}${planned}`);
    this.#page.push(rowOf(file));
    if (this.#page.length === PAGE_FILES) this.#endPage();
  }

  #endPage(): void {
    this.#pages.push(JSON.stringify(this.#page));
    this.#page = [];
  }

  end({ baseFolder }: ManifestHead): Omit<ReadManifest, "head"> {
    const { files, bytes } = this.#tally;
    if (files === 0) throw refused("holds no file");
    if (baseFolder !== this.#folder) throw refused(`outside ${baseFolder}: ${this.#folder}/`);
    this.#rules.end();
    if (this.#page.length > 0) this.#endPage();
    return { files, bytes, digest: this.#rows.update("]]").digest("hex"), pages: this.#pages };
  }
}

/** Throws INVALID_REQUEST where a manifest is not of this upload. */
function checkBelongs(head: ManifestHead, upload: UploadFacts): void {
  for (const [field, expected] of Object.entries(upload))
    if (head[field as keyof UploadFacts] !== expected)
      throw new AppError("INVALID_REQUEST", `metadata.${field}: is not that of the upload`, {
        field: `metadata.${field}`,
        expected,
      });
}

/**
 * Reads a body `{ metadata }` piece by piece: memory holds the paths of its files at most, and no
 * piece takes the event loop for long. Throws INVALID_REQUEST and INVALID_PATH as soon as something
 * is wrong.
 */
export async function readManifest(
  source: AsyncIterable<Uint8Array>,
  expected: Expected,
): Promise<ReadManifest> {
  const files = new FileReader(expected);
  try {
    const reading = readJsonList(source, FILES, BOUNDS);
    let next = await reading.next();
    for (; next.done !== true; next = await reading.next()) files.add(next.value);
    const { metadata } = parsed(bodySchema, next.value, []);
    const { files: _, ...head } = metadata;
    checkBelongs(head, expected.upload);
    const read = files.end(head);
    return { head: { ...head, baseFolder: pathKey(head.baseFolder) }, ...read };
  } catch (error) {
    if (error instanceof JsonFault) throw new AppError("INVALID_REQUEST", `body: ${error.message}`);
    throw error;
  }
}
