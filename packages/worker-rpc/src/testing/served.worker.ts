import { eventEmitter, serveCalls, transferred } from "../worker-rpc.ts";

/** The calls that a worker of the tests serves. */
export interface ServedCalls {
  add(numbers: readonly number[]): number;
  /** Bytes that are transferred. */
  give(length: number): Uint8Array;
  /** Length of the bytes given last, as the worker has them still. */
  kept(input: undefined): number;
  report(text: string): void;
}

const emit = eventEmitter<{ heard: string }>();
let given = new Uint8Array();

serveCalls<ServedCalls>({
  add: (numbers) => {
    if (numbers.length === 0) throw new Error("nothing to add");
    return numbers.reduce((sum, number) => sum + number, 0);
  },
  give: (length) => {
    given = new Uint8Array(length);
    return transferred(given, [given.buffer]);
  },
  kept: () => given.length,
  report: (text) => emit("heard", text),
});
