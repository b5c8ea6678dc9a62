import { MOST_CLOUD_FILES } from "@swath/contract/cloud-names";
import type { LayerFile } from "@swath/contract/clouds";
import { valueOf, WorkerCalls } from "@swath/worker-rpc";
import type { RasterView } from "../../map/map-layer.ts";
import type { Api } from "../../platform/api/api.ts";
import { CloudAddresses } from "../read/cloud-addresses.ts";
import type { RasterCalls, RasterEvents, RasterFacts } from "./raster.worker.ts";
import { lookOf, type RasterKind, type RasterLook } from "./raster-look.ts";

/** Rasters that are shown as one layer, opened. */
export interface OpenRasters {
  /** Numbers of the files in the worker. */
  readonly files: readonly number[];
  readonly look: RasterLook;
  /** On the map, EPSG:3857. */
  readonly extent: RasterFacts["extent"];
  /** The system of the first, as people name it. */
  readonly system: string;
  /** What cannot be shown of it, in words. */
  readonly faults: readonly string[];
}

const startWorker = (): Worker =>
  new Worker(new URL("./raster.worker.ts", import.meta.url), { type: "module" });

interface KnownFile {
  readonly path: string;
  readonly addresses: CloudAddresses;
  readonly at: number;
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : /* text */ "could not be read";

/** What reads rasters by ranges and paints them in a worker, for one page. */
export class Rasters {
  readonly #api: Api;
  readonly #calls: WorkerCalls<RasterCalls, RasterEvents>;
  readonly #files: KnownFile[] = [];
  readonly #reads = new Map<number, AbortController>();
  #orders = 0;

  constructor(api: Api) {
    this.#api = api;
    this.#calls = new WorkerCalls<RasterCalls, RasterEvents>(startWorker, {
      on: {
        read: (asked) => void this.#read(asked),
        drop: (read) => this.#reads.get(read)?.abort(),
      },
      restart: false,
    });
  }

  /** Opens the files of a layer, the first of very many; throws an ApiError where none may be read. */
  async open(files: readonly LayerFile[], kind: RasterKind): Promise<OpenRasters> {
    const shown = files.slice(0, MOST_CLOUD_FILES);
    const keys = shown.map(({ key }) => key);
    const addresses = new CloudAddresses(this.#api, { bucket: shown[0]!.bucket, keys });
    const sizes = await addresses.sizes();
    const numbers = shown.map(({ path }, at) => this.#files.push({ path, addresses, at }) - 1);
    const opened = await Promise.all(
      numbers.map(async (file, at) => ({
        file,
        of: valueOf(await this.#calls.call("open", { file, size: sizes[at]! })),
      })),
    );
    const faults = opened.flatMap(({ of }) => ("fault" in of ? [this.#said(of)] : []));
    const facts = opened.flatMap(({ of }) => ("fault" in of ? [] : [of]));
    const readable = opened.flatMap(({ file, of }) => ("fault" in of ? [] : [file]));
    const needsRange = kind !== "hillshade" && kind !== "differences";
    const range = needsRange ? valueOf(await this.#calls.call("range", readable)) : null;
    return {
      files: readable,
      look: lookOf(kind, facts[0]?.isByte ?? false, range ?? undefined),
      extent: extentOf(facts),
      system: facts[0]?.system ?? "",
      faults,
    };
  }

  /** Paints rasters as a view of the map wants them; what cannot be read of them is told. */
  async paint(
    { files, look }: Pick<OpenRasters, "files" | "look">,
    view: RasterView,
    { signal, onFaults }: { signal: AbortSignal; onFaults: (faults: readonly string[]) => void },
  ): Promise<ImageBitmap | undefined> {
    const order = this.#orders++;
    const cancel = (): void => void this.#calls.call("cancel", order);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const painted = valueOf(await this.#calls.call("paint", { order, files, view, look }));
      onFaults([...new Set(painted.faults.map((fault) => this.#said(fault)))]);
      return painted.bitmap ?? undefined;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  close(): void {
    this.#calls.close();
    for (const reading of this.#reads.values()) reading.abort();
  }

  #said({ file, fault }: { readonly file: number; readonly fault: string }): string {
    return `${this.#files[file]!.path} ${fault}.`;
  }

  async #read({ read, file, start, end }: RasterEvents["read"]): Promise<void> {
    const controller = new AbortController();
    this.#reads.set(read, controller);
    const { addresses, at } = this.#files[file]!;
    const give = (bytes: Uint8Array<ArrayBuffer> | string): void =>
      void this.#calls.call(
        "give",
        { read, bytes },
        typeof bytes === "string" ? [] : [bytes.buffer],
      );
    try {
      give(await addresses.reader(at)({ start, end }, controller.signal));
    } catch (error) {
      if (!controller.signal.aborted) give(/* text */ `could not be read: ${wordsOf(error)}`);
    } finally {
      this.#reads.delete(read);
    }
  }
}

function extentOf(facts: readonly RasterFacts[]): RasterFacts["extent"] {
  const all = facts.map(({ extent }) => extent);
  return [
    Math.min(...all.map((each) => each[0])),
    Math.min(...all.map((each) => each[1])),
    Math.max(...all.map((each) => each[2])),
    Math.max(...all.map((each) => each[3])),
  ];
}
