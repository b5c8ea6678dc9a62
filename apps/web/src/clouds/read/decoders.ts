import { type CallResult, valueOf, WorkerCalls } from "@swath/worker-rpc";
import type { SectionPoints } from "../points/section-points.ts";
import type { CloudCalls, Decoded } from "./cloud.worker.ts";
import type { CodedNode, NodePoints } from "../points/decode-node.ts";

/** More would take the processors from the page itself. */
const MOST_WORKERS = 4;

/** Thrown where a file of a cloud cannot be shown; the message says what is wrong with it. */
export class CloudFault extends Error {
  override readonly name = "CloudFault";
}

const startWorker = (): Worker =>
  new Worker(new URL("./cloud.worker.ts", import.meta.url), { type: "module" });

/** Workers that decode nodes, each call by the one with the fewest before it. */
export class Decoders {
  readonly #workers: { readonly calls: WorkerCalls<CloudCalls>; waiting: number }[];

  constructor(processors = navigator.hardwareConcurrency, start = startWorker) {
    const count = Math.max(1, Math.min(MOST_WORKERS, processors - 1));
    this.#workers = Array.from({ length: count }, () => ({
      calls: new WorkerCalls<CloudCalls>(start),
      waiting: 0,
    }));
  }

  /** Decodes a chunk, whose bytes go to the worker; throws {@link CloudFault} where it is damaged. */
  decode(input: Parameters<CloudCalls["decode"]>[0]): Promise<NodePoints> {
    return this.#call(input, (calls, transfer) => calls.call("decode", input, transfer));
  }

  /** The points of a chunk within a corridor, in the same way. */
  section(input: Parameters<CloudCalls["section"]>[0]): Promise<SectionPoints> {
    return this.#call(input, (calls, transfer) => calls.call("section", input, transfer));
  }

  async #call<Points>(
    { chunk }: CodedNode,
    call: (
      calls: WorkerCalls<CloudCalls>,
      transfer: ArrayBuffer[],
    ) => Promise<CallResult<Decoded<Points>>>,
  ): Promise<Points> {
    const worker = this.#workers.reduce((one, other) =>
      other.waiting < one.waiting ? other : one,
    );
    worker.waiting += 1;
    try {
      const answer = valueOf(await call(worker.calls, [chunk.buffer]));
      if ("fault" in answer) throw new CloudFault(answer.fault);
      return answer.points;
    } finally {
      worker.waiting -= 1;
    }
  }

  close(): void {
    for (const { calls } of this.#workers) calls.close();
  }
}
