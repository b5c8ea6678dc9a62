import { FIRST_START } from "./first-start.ts";
import { freePort, Process, ready, removeFolder, temporaryFolder } from "./swath.ts";

/**
 * Starts Swath once on an empty folder. The servers of the run begin with copies of it: what comes
 * of the worker, which does not run here, is each server's own.
 */
export default async function setUp(): Promise<() => void> {
  const data = temporaryFolder("first-start");
  const port = await freePort();
  const env = { SWATH_DATA: data, PORT: String(port) };
  const server = new Process(["apps/server/src/main.ts", "serve"], env);
  try {
    await ready(`http://localhost:${port}`, server);
  } finally {
    await server.end();
  }
  process.env[FIRST_START] = data;
  return () => removeFolder(data);
}
