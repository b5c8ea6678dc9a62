import { totalmem } from "node:os";
import type { ApiCalls } from "../ports/api.ts";
import type { UploaderPorts } from "../ports/uploader-ports.ts";
import { nodeClock } from "./node-clock.ts";
import { nodeCompressor } from "./node-compressor.ts";
import { NodePage } from "./node-page.ts";
import { NodePoster } from "./node-poster.ts";
import { nodePreparer } from "./node-preparer.ts";

/** An eighth of the machine's memory, 1 GB at most, may hold prepared objects. */
const MOST_MEMORY_BYTES = 1_073_741_824;

/** Everything an uploader needs of Node. */
export function nodePorts(options: {
  readonly api: ApiCalls;
  /** What the addresses of forms are relative to, where they name no host. */
  readonly server: URL;
  readonly fingerprint: string;
  readonly holder: string;
  /** Most bytes a second on the wire at this moment; without it, or undefined, there is no limit. */
  readonly bytesPerSecond?: UploaderPorts["bytesPerSecond"];
  /** Logs what is unusual but no error; without it nothing is logged. */
  readonly log?: UploaderPorts["log"];
}): UploaderPorts {
  const poster = new NodePoster(options.server);
  return {
    api: options.api,
    fingerprint: options.fingerprint,
    holder: options.holder,
    clock: nodeClock,
    preparer: nodePreparer,
    page: new NodePage(),
    poster,
    compressor: nodeCompressor,
    memoryBytes: Math.min(MOST_MEMORY_BYTES, Math.floor(totalmem() / 8)),
    bytesPerSecond: options.bytesPerSecond ?? (() => undefined),
    log: options.log ?? (() => {}),
    close: () => poster.close(),
  };
}
