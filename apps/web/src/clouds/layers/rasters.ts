import { MOST_CLOUD_FILES } from "@swath/contract/cloud-names";
import type { LayerFile } from "@swath/contract/clouds";
import { valueOf, WorkerCalls } from "@swath/worker-rpc";
import { endpoints } from "@swath/contract/endpoints";
import type { PlanGeometry } from "@swath/plan/model";
import type { PaintRaster, RasterView } from "../../map/map-layer.ts";
import type { Api } from "../../platform/api/api.ts";
import { fetchStored, readFirst } from "../../platform/api/api-error.ts";
import { CloudAddresses } from "../read/cloud-addresses.ts";
import { CloudFault } from "../read/decoders.ts";
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

/** Is told what could not be read of a layer's picture; nothing, where all was. */
type OnFaults = (layer: OpenRasters, faults: readonly string[]) => void;

/** Largest file of lines that is read, bytes. */
const MOST_LINES_BYTES = 32_000_000;

interface KnownFile {
  readonly path: string;
  readonly addresses: CloudAddresses;
  readonly at: number;
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : /* text */ "could not be read";

/** What reads rasters by ranges and paints them in a worker, for one page. */
export class Rasters {
  static #made = 0;
  /** Tells readers apart. */
  readonly serial = Rasters.#made++;
  readonly #api: Api;
  readonly #calls: WorkerCalls<RasterCalls, RasterEvents>;
  readonly #files: KnownFile[] = [];
  readonly #reads = new Map<number, AbortController>();
  readonly #painters = new WeakMap<OpenRasters, PaintRaster>();
  readonly #onFaults: OnFaults;
  #orders = 0;

  constructor(api: Api, onFaults: OnFaults) {
    this.#api = api;
    this.#onFaults = onFaults;
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

  /** What paints a layer as the map wants it: the same as long as the layer is. */
  painter(layer: OpenRasters): PaintRaster {
    const known = this.#painters.get(layer);
    if (known !== undefined) return known;
    const paint: PaintRaster = (view, signal) => this.#paint(layer, view, signal);
    this.#painters.set(layer, paint);
    return paint;
  }

  /** Lines and areas of an attempt's file; throws what says why there are none. */
  async lines(
    { path, size }: Pick<LayerFile, "path" | "size">,
    place: { readonly processingId: string; readonly job: string; readonly attempt: number },
    signal: AbortSignal,
  ): Promise<PlanGeometry> {
    if (size > MOST_LINES_BYTES) throw new CloudFault(`${path} is too large to be shown.`);
    const params = { ...place, attempt: String(place.attempt) };
    const asked = { params, query: { path }, signal };
    const { url } = await this.#api.call(endpoints.readAttemptFile, asked);
    const bytes = await readFirst(await fetchStored(url, signal), size);
    const geometry = valueOf(await this.#calls.call("lines", { path, bytes }, [bytes.buffer]));
    if (geometry === null) throw new CloudFault(`${path} holds no lines that can be read.`);
    return geometry;
  }

  close(): void {
    this.#calls.close();
    for (const reading of this.#reads.values()) reading.abort();
  }

  async #paint(
    layer: OpenRasters,
    view: RasterView,
    signal: AbortSignal,
  ): Promise<ImageBitmap | undefined> {
    const { files, look } = layer;
    const order = this.#orders++;
    const cancel = (): void => void this.#calls.call("cancel", order);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const painted = valueOf(await this.#calls.call("paint", { order, files, view, look }));
      this.#onFaults(
        layer,
        painted.faults.map((fault) => this.#said(fault)),
      );
      return painted.bitmap ?? undefined;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
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
