import { Swath } from "../swath.ts";

/** Where the server of the roads answers, and its folder. */
export const PORT = "SWATH_TEST_ROADS_PORT";
export const DATA = "SWATH_TEST_ROADS_DATA";

/** Starts the one server of all roads, as a user starts it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const swath = await Swath.start();
  process.env[PORT] = String(swath.port);
  process.env[DATA] = swath.data;
  return () => swath.stop();
}
