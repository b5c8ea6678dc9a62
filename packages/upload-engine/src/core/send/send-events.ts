import type { StoredBody } from "../../ports/preparer.ts";
import type { Attempt } from "../state/task-queue.ts";
import type { UploadFault } from "../state/upload-snapshot.ts";
import type { Authorisation, ObjectOutcome } from "./post-object.ts";
import type { PreparationTask, PrepareOutcome } from "./prepare-object.ts";
import type { ReadyObject } from "./ready-objects.ts";
import type { StoreAddress } from "./store-addresses.ts";

/** The values that a step reads beside its event: equal events at equal moments have equal effects. */
export interface Moment {
  /** Milliseconds of a clock that never goes back. */
  readonly now: number;
  /** 0 up to but not including 1, for the jitter of a back-off. */
  readonly random: number;
  /** The limit of sending, in bytes a second on the wire; undefined without one. */
  readonly limitBytesPerSecond: number | undefined;
  /** Source bytes that all workers compress in a second; undefined until measured. */
  readonly compressionBytesPerSecond: number | undefined;
}

/** A call of the server that measures the link. */
export type LinkCall = "ask" | "probe" | "secondProbe";

/** What happened to a sending. */
export type SendEvent =
  /** `due`: the sending begins, or a task's time has come; `ticked`: another second is over. */
  | { readonly kind: "due" | "ticked" | "online" | "held" | "stopped" }
  /** An address of the store answered. */
  | { readonly kind: "reached"; readonly address: string }
  | { readonly kind: "compressing"; readonly attempt: Attempt }
  | { readonly kind: "compressed"; readonly attempt: Attempt; readonly bytes: number }
  | { readonly kind: "prepared"; readonly task: PreparationTask; readonly outcome: PrepareOutcome }
  /** The server answered the request for a form, made at `asked`. */
  | { readonly kind: "authorised"; readonly ready: ReadyObject; readonly asked: number }
  /** The form of a post is at hand. */
  | { readonly kind: "formed"; readonly ready: ReadyObject; readonly form: Authorisation }
  /** Bytes of its body that a post has handed over so far. */
  | { readonly kind: "sent"; readonly ready: ReadyObject; readonly bytes: number }
  | { readonly kind: "posted"; readonly ready: ReadyObject; readonly outcome: ObjectOutcome }
  /** A call that began at `began` was answered, or its time ran out. */
  | {
      readonly kind: "called";
      readonly call: LinkCall;
      readonly began: number;
      readonly isAnswered: boolean;
    };

/** What the shell does after an event, in this order. */
export type SendEffect =
  | { readonly kind: "prepare"; readonly task: PreparationTask }
  | { readonly kind: "authorise"; readonly ready: ReadyObject }
  /** Takes the form that was authorised ahead, or a new one. */
  | { readonly kind: "takeForm"; readonly ready: ReadyObject; readonly isNew: boolean }
  | {
      readonly kind: "post";
      readonly ready: ReadyObject;
      readonly form: Authorisation;
      readonly address: StoreAddress;
    }
  | { readonly kind: "giveUp"; readonly ready: ReadyObject }
  | { readonly kind: "release"; readonly body: StoredBody }
  | { readonly kind: "call"; readonly call: LinkCall; readonly limitMs: number }
  /** In place of the wake-up before; none where `afterMs` is undefined. */
  | { readonly kind: "wake"; readonly afterMs: number | undefined }
  | { readonly kind: "progress" }
  /** An object failed for good, though the others are still sent. */
  | { readonly kind: "fault"; readonly fault: UploadFault }
  | { readonly kind: "storeFull"; readonly isFull: boolean }
  | {
      readonly kind: "log";
      readonly message: string;
      readonly facts: Readonly<Record<string, unknown>>;
    }
  /** Nothing is under way any more, as the hold asked. */
  | { readonly kind: "reachHold" }
  | { readonly kind: "end"; readonly outcome: SendOutcome };

export type SendOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "aborted" }
  | { readonly kind: "failed"; readonly fault: UploadFault }
  | Extract<ObjectOutcome, { kind: "leaseLost" }>;

/**
 * How a post ended; without a response, whether the link has carried anything meanwhile, and whether
 * the link broke, or that connection alone fell silent.
 */
export type WatchedOutcome =
  | Exclude<ObjectOutcome, { kind: "noResponse" }>
  | {
      readonly kind: "noResponse";
      readonly isLinkAlive: boolean;
      readonly lost: "link" | "connection";
    };
