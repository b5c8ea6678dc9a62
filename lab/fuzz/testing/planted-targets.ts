import type { FuzzTarget } from "../targets.ts";

/** The input at which each planted reader goes wrong. */
export const PLANTED_AT = 150;

/** Readers that go wrong on purpose: the run must find each of them. */
export const TARGETS: Readonly<Record<string, FuzzTarget>> = {
  throws: planted(() => Promise.reject(new TypeError("planted"))),
  hangs: planted(() => {
    for (;;);
  }),
  "never answers": planted(() => new Promise(() => undefined)),
  slow: planted(() => {
    const end = process.cpuUsage().user + 1_050_000;
    while (process.cpuUsage().user < end);
    return Promise.resolve({ ok: true });
  }),
  // In large strides: in small ones it takes longer than an input may, and is stopped for that.
  hoards: planted(() => {
    const hoard = [];
    for (;;) hoard.push(new Uint8Array(16_777_216).fill(1));
  }),
  dies: planted(() => {
    process.kill(process.pid, "SIGKILL");
    return Promise.resolve({ ok: true });
  }),
  "reads all": planted(() => Promise.resolve({ ok: false })),
};

function planted(fault: FuzzTarget["read"]): FuzzTarget {
  let inputs = 0;
  return {
    suffix: "bin",
    make: () => Uint8Array.of(inputs++),
    read: (source) => (inputs === PLANTED_AT + 1 ? fault(source) : Promise.resolve({ ok: true })),
  };
}
