import { AppError } from "@swath/contract/errors";
import { type FileEntry, flatName, manifestName, MAX_KEY_BYTES } from "@swath/contract/uploads";
import { FORM_BYTES } from "../landing/landing-place.ts";

/** Where the objects of an upload land, and where its rebuilt files stand. */
export interface KeyPlaces {
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
export class KeyRules {
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
