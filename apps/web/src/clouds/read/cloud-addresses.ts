import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../../platform/api/api.ts";
import { ApiError, fetchRange } from "../../platform/api/api-error.ts";
import { CloudFault } from "./decoders.ts";
import type { FetchRange } from "./range-source.ts";
import { slots } from "./slots.ts";

/** Files of a bucket that are shown together. */
export interface CloudPlace {
  readonly bucket: string;
  readonly keys: readonly string[];
  /** Whether their prepared copies are read in their place. */
  readonly prepared?: boolean;
}

/** An address is renewed before the store refuses it. */
const EARLY_MS = 60_000;
/** What browsers have open to a host; more would wait there, in no order of ours. */
const MOST_AT_ONCE = 6;
const REFUSED = 403;

interface Addresses {
  readonly urls: readonly string[];
  readonly sizes: readonly number[];
  readonly expires: number;
}

/** What was read of a cloud so far, bytes. */
export interface ReadCount {
  readonly bytes: number;
  readonly requests: number;
}

/** The files of a cloud by their short-lived addresses, which are renewed as long as they are read. */
export class CloudAddresses {
  readonly #api: Api;
  readonly #place: CloudPlace;
  readonly #slot = slots(MOST_AT_ONCE);
  readonly #tags = new Map<number, string>();
  #addresses: Promise<Addresses>;
  #read: ReadCount = { bytes: 0, requests: 0 };

  constructor(api: Api, place: CloudPlace) {
    this.#api = api;
    this.#place = place;
    this.#addresses = this.#ask();
  }

  /** Sizes of the files, bytes, in the order of their keys. */
  async sizes(): Promise<readonly number[]> {
    return (await this.#addresses).sizes;
  }

  get read(): ReadCount {
    return this.#read;
  }

  /** Reads ranges of one of the files; throws {@link CloudFault} where another took its place. */
  reader(file: number): FetchRange {
    return (span, signal) =>
      this.#slot(async () => {
        signal.throwIfAborted();
        const { bytes, tag } = await this.#fetch(file, span, signal);
        const known = this.#tags.get(file);
        if (tag !== null && known !== undefined && known !== tag)
          throw new CloudFault("The file was replaced while it was shown. Open it again.");
        if (tag !== null) this.#tags.set(file, tag);
        this.#read = { bytes: this.#read.bytes + bytes.length, requests: this.#read.requests + 1 };
        return bytes;
      });
  }

  async #fetch(file: number, span: Parameters<FetchRange>[0], signal: AbortSignal) {
    const addresses = await this.#current();
    try {
      return await fetchRange(addresses.urls[file]!, span, signal);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== REFUSED) throw error;
      // Clocks differ: it had expired for the store.
      const newer = await this.#renewed(addresses);
      return await fetchRange(newer.urls[file]!, span, signal);
    }
  }

  async #current(): Promise<Addresses> {
    const addresses = await this.#addresses;
    return Date.now() < addresses.expires - EARLY_MS ? addresses : this.#renewed(addresses);
  }

  /** One call for all that wait. */
  async #renewed(old: Addresses): Promise<Addresses> {
    if ((await this.#addresses) === old) this.#addresses = this.#ask();
    return this.#addresses;
  }

  async #ask(): Promise<Addresses> {
    const { bucket, keys, prepared = false } = this.#place;
    const body = { bucket, keys: [...keys], ...(prepared ? { prepared } : {}) };
    const { files, expires } = await this.#api.call(endpoints.openClouds, { body });
    return {
      urls: files.map(({ url }) => url),
      sizes: files.map(({ size }) => size),
      expires: Date.parse(expires),
    };
  }
}
