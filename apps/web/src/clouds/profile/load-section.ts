import type { FileNode } from "../choose/choose-nodes.ts";
import type { Cloud } from "../read/cloud.ts";
import { CloudFault } from "../read/decoders.ts";
import {
  type Corridor,
  joinSections,
  type SectionPoints,
  touchesCorridor,
} from "../points/section-points.ts";

/** A section with the node that each of its points is of. */
export interface Section {
  readonly corridor: Corridor;
  readonly points: SectionPoints;
  /** Nodes with the place of their first point. */
  readonly nodes: readonly { readonly node: FileNode; readonly first: number }[];
}

/** Points of nodes that are read for one section, and points of it: more would fill the memory of a tab. */
const MOST_READ = 40_000_000;
const MOST_SHOWN = 3_000_000;

/** All nodes, of every level, that touch a corridor. */
export async function nodesAlong(
  cloud: Pick<Cloud, "files" | "unfold">,
  corridor: Corridor,
): Promise<FileNode[]> {
  const found: FileNode[] = [];
  const waiting = cloud.files.map(({ tree }, file): FileNode => ({ file, node: tree.root }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { file, node } = next;
    if (!touchesCorridor(node, corridor)) continue;
    if (node.page !== undefined) await cloud.unfold(next);
    if (node.points > 0) found.push({ file, node });
    for (const child of node.children) waiting.push({ file, node: child });
  }
  const points = found.reduce((sum, { node }) => sum + node.points, 0);
  if (points > MOST_READ)
    throw new CloudFault(
      "So long a profile crosses more points than can be read at once. Make it shorter.",
    );
  return found;
}

/** Nodes with their points in one section. */
function sectionOf(
  corridor: Corridor,
  parts: readonly (readonly [FileNode, SectionPoints])[],
): Section {
  let first = 0;
  const nodes = parts.map(([node, { count }]) => {
    const place = { node, first };
    first += count;
    return place;
  });
  return { corridor, nodes, points: joinSections(parts.map(([, points]) => points)) };
}

/**
 * Reads all points of a corridor, at full density; `take` gets what is there so far now and then. Throws
 * a CloudFault where there are too many.
 */
export async function loadSection(
  cloud: Pick<Cloud, "files" | "unfold" | "section">,
  corridor: Corridor,
  { take, signal }: { readonly take: (section: Section) => void; readonly signal: AbortSignal },
): Promise<void> {
  const nodes = await nodesAlong(cloud, corridor);
  const parts: (readonly [FileNode, SectionPoints])[] = [];
  let shown = 0;
  let next = 1;
  await cloud.section(nodes, corridor, (node, points) => {
    signal.throwIfAborted();
    parts.push([node, points]);
    shown += points.count;
    if (shown > MOST_SHOWN)
      throw new CloudFault("The profile holds more points than can be shown. Make it narrower.");
    // Joining costs as much as there is: so often that it is seen to grow.
    if (parts.length < next) return;
    next = parts.length * 2;
    take(sectionOf(corridor, parts));
  });
  signal.throwIfAborted();
  take(sectionOf(corridor, parts));
}

/** The node that a point of a section is of. */
export function nodeOf({ nodes }: Section, point: number): FileNode | undefined {
  return nodes.findLast(({ first }) => first <= point)?.node;
}
