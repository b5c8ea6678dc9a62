export type FrameFault =
  | "notAFrame"
  | "truncated"
  | "reservedBit"
  | "badBlock"
  | "needsDictionary"
  | "windowTooLarge"
  | "outputTooLarge"
  | "corrupt";

/** What is wrong with compressed bytes; they will never decode. */
export class BadFrame extends Error {
  override readonly name = "BadFrame";
  readonly reason: FrameFault;

  constructor(reason: FrameFault, options?: { cause?: unknown }) {
    super(`not a sound Zstandard frame: ${reason}`, options);
    this.reason = reason;
  }
}
