/** Keeps records of points that have no place in memory, in parts known by name. */
export interface PointSpool {
  append(part: string, bytes: Uint8Array): Promise<void>;
  /** Reads a part's bytes from `start` on and before `end`. */
  read(part: string, start: number, end: number): Promise<Uint8Array>;
  remove(part: string): Promise<void>;
}

/** Bytes of a part that are held before they are spooled. */
const HELD_BYTES = 32_768;

/** Records of a part: those that are held, and how many there are in all. */
export interface SpoolPart {
  readonly name: string;
  readonly held: Uint8Array;
  size: number;
  points: number;
}

/** Collects records for parts of a spool, known by number, and counts them. */
export class SpoolParts {
  readonly parts: (SpoolPart | undefined)[] = [];
  readonly #spool: PointSpool;
  readonly #recordBytes: number;

  constructor(spool: PointSpool, recordBytes: number) {
    this.#spool = spool;
    this.#recordBytes = recordBytes;
  }

  /** A new part, empty. */
  begin(number: number, name: string): void {
    const held = new Uint8Array(Math.max(HELD_BYTES, this.#recordBytes));
    this.parts[number] = { name, held, size: 0, points: 0 };
  }

  /** Adds a record to a part; answers what has to be awaited before the next, where there is anything. */
  add(number: number, records: Uint8Array, at: number): Promise<void> | undefined {
    const part = this.parts[number]!;
    const { held, size } = part;
    for (let byte = 0; byte < this.#recordBytes; byte += 1) held[size + byte] = records[at + byte]!;
    part.size = size + this.#recordBytes;
    part.points += 1;
    if (part.size + this.#recordBytes <= held.length) return undefined;
    const full = held.slice(0, part.size);
    part.size = 0;
    return this.#spool.append(part.name, full);
  }

  /** Spools what is held. */
  async end(): Promise<void> {
    for (const part of this.parts)
      if (part !== undefined && part.size > 0)
        await this.#spool.append(part.name, part.held.slice(0, part.size));
  }
}
