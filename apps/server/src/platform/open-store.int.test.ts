import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@swath/contract/errors";
import fastify from "fastify";
import { objectStoreConformance } from "./object-store/testing/conformance.ts";
import { openObjectStore } from "./open-store.ts";
import { interruptedStore } from "./object-store/testing/interrupted-store.ts";

// Through the wrapper that other tests interrupt it with: a store that is none the less.
objectStoreConformance("the file store, and its interruptible wrapper", async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "swath-store-"));
  let passed = 0;
  const clock = (): Date => new Date(Date.now() + passed);
  const store = await openObjectStore({ kind: "file", dataFolder, publicUrl: "" }, clock);
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof AppError ? error.status : 500;
    return reply.status(status).send(String(error));
  });
  await app.register(
    store.browserRoutes!({
      admits: () => Promise.resolve(true),
      countsFor: ({ key }) => key,
      onDamaged: () => {},
    }),
  );
  return {
    store: interruptedStore(store, {}),
    origin: await app.listen({ port: 0, host: "127.0.0.1" }),
    buckets: ["swath-uploads", "swath-lidar"],
    tooLargeStatus: 413,
    verifiesPosts: true,
    holdsForeignKeys: false,
    pass: async (milliseconds) => void (passed += milliseconds),
    close: async () => {
      await app.close();
      await rm(dataFolder, { recursive: true });
    },
  };
});
