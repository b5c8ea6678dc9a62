import { MAX_STORE_ADDRESSES } from "@swath/contract/settings";
import type { ReadyUpload } from "../../../e2e/api.ts";
import type { S3Bucket, Ticket } from "../upload/peer-calls.ts";
import type { LinkData } from "./link-rows.ts";

/** Where the office keeps what arrives: files of its server, or a store of S3 beside it. */
export type Store = "file" | "s3";

/** What the office's end of a link is told. */
export interface OfficeOrder {
  /** An empty folder for its files. */
  readonly place: string;
  readonly data: LinkData;
  readonly senders: number;
  readonly store: Store;
}

/** Files and the forms to post them with. */
export interface Posts {
  readonly paths: readonly string[];
  readonly tickets: readonly Ticket[];
}

/** A flight's upload that waits for a folder, and the folder. */
export interface FlightFolder {
  readonly upload: ReadyUpload;
  readonly folder: string;
}

/** One who sends, and the same bytes for each system. */
export interface Sender extends FlightFolder {
  /** The same bytes for another flight, for the command; none where the store is of files. */
  readonly forCommand?: FlightFolder;
  /** Forms for the files, and for the same cut into pieces; none where the store is of S3. */
  readonly files: Posts;
  readonly pieces: Posts;
}

/** What the office's end answers, once all is ready. */
export interface Office {
  /** As a browser of the crew calls it. */
  readonly origin: string;
  readonly tus: string;
  readonly bucket?: S3Bucket;
  /** Source bytes of one sender. */
  readonly bytes: number;
  readonly senders: readonly Sender[];
}

/** By which pages reach the same store again, as often as the server's settings allow. */
const STORE_NAMES = Array.from(
  { length: MAX_STORE_ADDRESSES },
  (_, i) => `store-${i + 1}.localhost`,
);
/** Names of Swath that programs trust without TLS; the link leads there. */
export const OFFICE_NAMES: readonly string[] = ["localhost", ...STORE_NAMES];
/** SWATH_STORE_ADDRESSES of a store at a port. */
export const storeAddresses = (port: number): string =>
  STORE_NAMES.map((name) => `http://${name}:${port}`).join(",");

/** Systems that are compared: ours, its peers, and what plain connections carry. */
const FILE_SYSTEMS = ["swath", "tus", "curl", "six"] as const;
const S3_SYSTEMS = ["swath-s3", "cli-s3", "uppy-s3", "rclone", "aws"] as const;
export const SYSTEMS = [...FILE_SYSTEMS, ...S3_SYSTEMS] as const;
export type System = (typeof SYSTEMS)[number];

const ON_S3: ReadonlySet<System> = new Set(S3_SYSTEMS);
export const storeOf = (system: System): Store => (ON_S3.has(system) ? "s3" : "file");

/** What the crew's end of a link is told. */
export interface CrewOrder {
  readonly system: System;
  readonly place: string;
  readonly origin: string;
  readonly tus: string;
  readonly bucket?: S3Bucket;
  readonly sender: Sender;
}

/** What the crew's end says: that it begins, and what it took. */
export type CrewWord = { readonly began: true } | { readonly seconds: number };
