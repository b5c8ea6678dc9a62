import { createReadStream, statSync } from "node:fs";
import { systemClock } from "../../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../../apps/server/src/platform/open-store.ts";
import { copyFirstStart } from "../../../e2e/first-start.ts";
import { freePort, Swath } from "../../../e2e/swath.ts";
import { readOrder } from "../../link/end-program.ts";
import { BUCKET, KEY, type OfficeOrder } from "./viewer-order.ts";

/* The office's end of the link: Swath with a cloud in its store. Prints its address, and ends with its standard input. */
const { order, ends } = await readOrder<OfficeOrder>();

async function prepare(dataFolder: string): Promise<void> {
  await copyFirstStart(dataFolder);
  const store = await openObjectStore({ kind: "file", dataFolder, publicUrl: "" }, systemClock);
  const { size } = statSync(order.cloud);
  await store.write(BUCKET, KEY, createReadStream(order.cloud), { size });
}

const swath = await Swath.start({ HOST: "0.0.0.0", PORT: String(await freePort()) }, prepare);
try {
  console.log(JSON.stringify(swath.origin));
  await ends;
} finally {
  await swath.stop();
}
