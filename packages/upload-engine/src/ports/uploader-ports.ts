import type { ApiCalls } from "./api.ts";
import type { Clock } from "./clock.ts";
import type { Compressor } from "./compressor.ts";
import type { Page } from "./page.ts";
import type { Poster } from "./poster.ts";
import type { Preparer } from "./preparer.ts";

/** Everything an uploader touches outside itself. */
export interface UploaderPorts {
  readonly api: ApiCalls;
  readonly clock: Clock;
  readonly page: Page;
  readonly preparer: Preparer;
  readonly compressor: Compressor;
  readonly poster: Poster;
  /** Shows people which browser sends; 8 to 128 letters, digits, `_` or `-`. */
  readonly fingerprint: string;
  /** By which this page or program, and no other one, holds an upload: random, 16 to 64 such letters. */
  readonly holder: string;
  /** Most bytes of prepared objects to hold at once; one object is always allowed. */
  readonly memoryBytes: number;
  /** Most bytes a second on the wire at this moment; undefined for as many as the link takes. */
  bytesPerSecond(): number | undefined;
  /** Logs what is unusual but no error, without tokens or contents. */
  log(message: string, facts: Readonly<Record<string, unknown>>): void;
  /** Ends the drivers' workers. */
  close(): void;
}
