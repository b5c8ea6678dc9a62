import type { BigIntStats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import {
  type Facts,
  type Generation,
  generationId,
  periodOf,
  readRecord,
  unlessMissing,
  writeRecord,
} from "./facts.ts";
import { syncFolder } from "./folder-sync.ts";

/** Records that are kept in memory, at about 200 bytes each. */
const RECORDS_IN_MEMORY = 250_000;
const READ_BYTES = 1_048_576;

interface Log {
  readonly facts: Map<string, Facts>;
  /** How far the file was read: up to its last whole line. */
  offset: number;
  reading: Promise<void>;
}

interface Batch {
  readonly records: string[];
  readonly written: Promise<void>;
}

/**
 * The facts of all files of a store, in logs that are only ever appended to, by several processes
 * too. A record names a generation of a file, not its place: it goes before the file is published
 * and stays true when the file is moved; when the file is gone, nothing has that name any more.
 */
export class FactsLog {
  readonly #folder: string;
  readonly #logs = new Map<string, Log>();
  readonly #batches = new Map<string, Batch>();
  readonly #writing = new Map<string, Promise<void>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps a file's facts; on the disk when this answers. What comes together is flushed together. */
  append(generation: Generation, facts: Facts): Promise<void> {
    const period = periodOf(generation);
    const batch = this.#batches.get(period) ?? this.#beginBatch(period);
    batch.records.push(writeRecord(generation, facts));
    return batch.written;
  }

  /** Facts of files, in their order; undefined for one that the store did not receive as it is. */
  async find(
    files: readonly (Generation & Pick<BigIntStats, "size">)[],
  ): Promise<(Facts | undefined)[]> {
    const periods = new Set<string>();
    for (const file of files) if (this.#known(file) === undefined) periods.add(periodOf(file));
    for (const period of periods) await this.#refresh(period);
    const found = files.map((file) => {
      const facts = this.#known(file);
      return facts?.size === Number(file.size) ? facts : undefined;
    });
    this.#forgetOldest();
    return found;
  }

  #beginBatch(period: string): Batch {
    const records: string[] = [];
    const earlier = this.#writing.get(period) ?? Promise.resolve();
    const written = earlier
      .catch(() => {})
      .then(() => {
        this.#batches.delete(period);
        return this.#write(period, records);
      })
      .finally(() => {
        if (this.#writing.get(period) === written) this.#writing.delete(period);
      });
    const batch = { records, written };
    this.#batches.set(period, batch);
    this.#writing.set(period, written);
    return batch;
  }

  async #write(period: string, records: readonly string[]): Promise<void> {
    await using handle = await open(join(this.#folder, period), "a", 0o600);
    const { size } = await handle.stat();
    await handle.appendFile(records.join(""));
    await handle.sync();
    if (size === 0) await syncFolder(this.#folder);
  }

  #known(generation: Generation): Facts | undefined {
    return this.#logs.get(periodOf(generation))?.facts.get(generationId(generation));
  }

  /** Reads what was appended since the last time; a call sees all that was written before it. */
  #refresh(period: string): Promise<void> {
    const log = this.#logs.get(period) ?? {
      facts: new Map(),
      offset: 0,
      reading: Promise.resolve(),
    };
    // The least recently read one is forgotten first.
    this.#logs.delete(period);
    this.#logs.set(period, log);
    log.reading = log.reading.catch(() => {}).then(() => this.#read(period, log));
    return log.reading;
  }

  async #read(period: string, log: Log): Promise<void> {
    await using handle = await open(join(this.#folder, period)).catch(unlessMissing);
    if (handle !== undefined) while (await readLines(handle, log));
  }

  #forgetOldest(): void {
    let records = 0;
    for (const { facts } of this.#logs.values()) records += facts.size;
    for (const [period, { facts }] of this.#logs) {
      if (records <= RECORDS_IN_MEMORY || this.#logs.size === 1) return;
      this.#logs.delete(period);
      records -= facts.size;
    }
  }
}

/** Reads whole lines from where the log was read up to; false at its end. */
async function readLines(handle: FileHandle, log: Log): Promise<boolean> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, log.offset);
  const end = buffer.subarray(0, bytesRead).lastIndexOf("\n") + 1;
  for (const line of buffer.toString("latin1", 0, end).split("\n")) {
    const record = readRecord(line);
    if (record !== undefined) log.facts.set(record.id, record.facts);
  }
  log.offset += end;
  return end > 0;
}
