import type { ReadyUpload } from "../../e2e/api.ts";
import type { Ticket } from "../upload/peer-calls.ts";
import type { LinkData } from "./link-rows.ts";

/** What the office's end of a link is told. */
export interface OfficeOrder {
  /** An empty folder for its files. */
  readonly place: string;
  readonly data: LinkData;
  readonly senders: number;
}

/** Files and the forms to post them with. */
export interface Posts {
  readonly paths: readonly string[];
  readonly tickets: readonly Ticket[];
}

/** One who sends, and the same bytes for each system. */
export interface Sender {
  readonly upload: ReadyUpload;
  readonly folder: string;
  readonly files: Posts;
  /** The same cut into pieces. */
  readonly pieces: Posts;
}

/** What the office's end answers, once all is ready. */
export interface Office {
  /** As a browser of the crew calls it. */
  readonly origin: string;
  readonly tus: string;
  /** Source bytes of one sender. */
  readonly bytes: number;
  readonly senders: readonly Sender[];
}

/** Systems that are compared: ours, its peers, and what plain connections carry. */
export const SYSTEMS = ["swath", "tus", "curl", "six"] as const;
export type System = (typeof SYSTEMS)[number];

/** What the crew's end of a link is told. */
export interface CrewOrder {
  readonly system: System;
  readonly place: string;
  readonly origin: string;
  readonly tus: string;
  readonly sender: Sender;
}

/** What the crew's end says: that it begins, and what it took. */
export type CrewWord = { readonly began: true } | { readonly seconds: number };
