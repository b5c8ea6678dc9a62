// What browsers, their workers and Node all have: the whole platform of the pure packages.

declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: ArrayBufferView | ArrayBuffer, options?: { stream?: boolean }): string;
}

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

declare var AbortSignal: { any(signals: readonly AbortSignal[]): AbortSignal };

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

interface URL {
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
declare var URL: { parse(url: string, base?: string): URL | null };

/** Base64 as a string of a character for each byte; throws where it is none. */
declare function atob(data: string): string;
/** The base64 of a string of a character for each byte; throws for a character beyond a byte. */
declare function btoa(data: string): string;
