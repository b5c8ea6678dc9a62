import { parentPort, workerData } from "node:worker_threads";
import { type LineOrder, workOnLines } from "./line-work.ts";

// A thread of its own for one order: it ends with it, and is ended where it takes too long.
parentPort?.postMessage(await workOnLines(workerData as LineOrder));
