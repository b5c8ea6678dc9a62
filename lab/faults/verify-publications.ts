import { existsSync, readFileSync } from "node:fs";
import type { OutputManifest } from "@swath/contract/processing";
import { foldersOf } from "./place.ts";
import type { Stand } from "./stand.ts";

interface Publication {
  readonly key: string;
  readonly text: string;
}

/** Each attempt publishes the same bytes however often a server was killed at it, and in order. */
export function verifyPublications(publications: readonly Publication[]): string[] {
  const faults: string[] = [];
  const last = new Map<string, { attempt: number; text: string }>();
  for (const { key, text } of publications) {
    const { attempt } = JSON.parse(text) as OutputManifest;
    const before = last.get(key);
    if (before !== undefined && attempt < before.attempt)
      faults.push(`${key}: attempt ${attempt} was published after attempt ${before.attempt}`);
    if (before !== undefined && attempt === before.attempt && text !== before.text)
      faults.push(`${key}: attempt ${attempt} was published twice, with other bytes`);
    last.set(key, { attempt, text });
  }
  return faults;
}

/** Every manifest that a server wrote, in order. */
export function readPublications({ place }: Stand): Publication[] {
  const { publications } = foldersOf(place);
  if (!existsSync(publications)) return [];
  const lines = readFileSync(publications, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Publication);
}
