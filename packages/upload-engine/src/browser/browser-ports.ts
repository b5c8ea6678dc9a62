import type { ApiCalls } from "../ports/api.ts";
import type { UploaderPorts } from "../ports/uploader-ports.ts";
import { BrowserClock } from "./browser-clock.ts";
import { BrowserCompressor } from "./browser-compressor.ts";
import { browserPage } from "./browser-page.ts";
import { browserPoster } from "./browser-poster.ts";
import { BrowserPreparer } from "./browser-preparer.ts";

/** An eighth of the device's memory may hold prepared objects: 1 GB where it reports 8 GB or nothing. */
const BYTES_PER_DEVICE_GB = 134_217_728;

function deviceGigabytes(): number {
  return "deviceMemory" in navigator && typeof navigator.deviceMemory === "number"
    ? navigator.deviceMemory
    : 8;
}

/** Everything an uploader needs of a browser; workers but the first reader's and the clock's start when needed. */
export function browserPorts(options: {
  readonly api: ApiCalls;
  readonly fingerprint: string;
  readonly holder: string;
  /** Most bytes a second on the wire at this moment; without it, or undefined, there is no limit. */
  readonly bytesPerSecond?: UploaderPorts["bytesPerSecond"];
  /** Logs what is unusual but no error; without it nothing is logged. */
  readonly log?: UploaderPorts["log"];
}): UploaderPorts {
  const clock = new BrowserClock();
  const preparer = new BrowserPreparer();
  return {
    api: options.api,
    fingerprint: options.fingerprint,
    holder: options.holder,
    clock,
    preparer,
    page: browserPage,
    poster: browserPoster,
    compressor: new BrowserCompressor(),
    memoryBytes: deviceGigabytes() * BYTES_PER_DEVICE_GB,
    bytesPerSecond: options.bytesPerSecond ?? (() => undefined),
    log: options.log ?? (() => {}),
    close: () => {
      preparer.close();
      clock.close();
    },
  };
}
