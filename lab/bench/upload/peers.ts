import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { install } from "../../../tools/install.mjs";
import { servePage } from "../web/serve-page.ts";
import type { PeerCalls, S3Bucket, Ticket } from "./peer-calls.ts";

const root = resolve(import.meta.dirname, "../peers");

/** Installs the peers, which are no dependency of the project, where they are missing. */
export function installPeers(): void {
  install(root);
}

/** The peers' page on a server of its own; it lives as long as this process. */
export async function servePeersPage(place: string): Promise<string> {
  return servePage(root, join(place, "peers-page"));
}

/** A tus server of its own process; gives its endpoint and what ends it. */
export async function serveTus(
  place: string,
  host = "127.0.0.1",
): Promise<{ endpoint: string; stop(): void }> {
  const directory = join(place, "tus");
  mkdirSync(directory, { recursive: true });
  const child = spawn(process.execPath, [join(root, "tus-server.ts"), directory, host], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return {
    endpoint: `http://${host}:${port.toString().trim()}/tus`,
    stop: () => {
      child.kill();
    },
  };
}

export interface PeersPage {
  bare(tickets: readonly Ticket[]): Promise<number>;
  uppy(endpoint: string): Promise<number>;
  uppyS3(bucket: S3Bucket): Promise<number>;
  compress(workers: number): Promise<number>;
}

/** The page with a folder chosen; each call gives seconds. */
export async function openPeers(page: Page, address: string, folder: string): Promise<PeersPage> {
  await page.goto(address);
  await page.locator("input").setInputFiles(folder);
  const seconds = async (call: keyof PeerCalls, argument: unknown): Promise<number> => {
    const milliseconds = await page.evaluate(
      async ([name, value]) => {
        const { peers } = globalThis as unknown as {
          peers: Record<string, (v: unknown) => Promise<number>>;
        };
        return peers[name as string]!(value);
      },
      [call, argument] as const,
    );
    return milliseconds / 1000;
  };
  return {
    bare: async (tickets) => seconds("bare", tickets),
    uppy: async (endpoint) => seconds("uppy", endpoint),
    uppyS3: async (bucket) => seconds("uppyS3", bucket),
    compress: async (workers) => seconds("compress", workers),
  };
}
