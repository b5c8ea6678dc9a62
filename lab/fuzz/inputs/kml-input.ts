import type { Chance } from "../chance.ts";
import { mutate } from "../mutate.ts";

const CONTAINERS = ["Document", "Folder", "Placemark", "MultiGeometry", "gx:MultiTrack", "Polygon"];
const SHAPES = ["LineString", "LinearRing", "Point", "outerBoundaryIs", "innerBoundaryIs"];
const TEXTS = ["name", "description", "value", "Snippet", "SimpleData", "displayName", "when"];
const WORDS = [
  "Cross Strip 1",
  "XS02",
  "tie line",
  "x ---  _ - run",
  "Line 001",
  "&amp;",
  "&#x41;",
  "&#0;",
  "&nbsp;",
  "<![CDATA[a & <b>]]>",
  "<!-- -- cross -->",
  "<?php ?>",
  "\u{1f600}",
  "\u0000",
  "]]>",
];
const NUMBERS = ["144.1", "-37.25", "0", "1e308", "1e999", "NaN", "no", "", "+1", "0x10", "٣"];
const TRACK = ["1 2 3", "144 -37", "", "a b c", "1,2,3"];
const HEADS = [
  `<?xml version="1.0" encoding="UTF-8"?>`,
  `<?xml version="1.0" encoding="UTF-16"?>`,
  `<?xml version='1.1' encoding='latin1'?>`,
  `<?xml version="1.0" encoding="none-such"?>`,
  `<!DOCTYPE kml [<!ENTITY a "bbbb"><!ENTITY c "&a;&a;">]>`,
  "",
  "  ",
];
const MOST_DEPTH = 7;

/** A KML document: a tree of its elements, mostly well-formed, in one of its encodings. */
export function kmlInput(chance: Chance): Uint8Array {
  const root = chance.happens(0.9) ? "kml" : chance.pick([...CONTAINERS, "html"]);
  const head = chance.happens(0.6) ? HEADS[0] : chance.pick(HEADS);
  const text = `${head}${element(root, branch(chance, 0), chance)}`;
  const bytes = encoded(chance.happens(0.2) ? torn(text, chance) : text, chance);
  return chance.happens(0.1) ? mutate(bytes, chance) : bytes;
}

function element(name: string, inside: string, chance: Chance): string {
  const attribute = chance.happens(0.1) ? ` id="${chance.pick(WORDS).replaceAll("<", "")}"` : "";
  return `<${name}${attribute}>${inside}</${name}>`;
}

function branch(chance: Chance, depth: number): string {
  if (chance.happens(0.001)) return deep(chance);
  return chance.some(depth < 2 ? 4 : 3, () => leafOrBranch(chance, depth)).join("\n");
}

function leafOrBranch(chance: Chance, depth: number): string {
  const inner = depth < MOST_DEPTH && chance.happens(0.5);
  if (inner) return element(chance.pick(CONTAINERS), branch(chance, depth + 1), chance);
  const what = chance.below(5);
  if (what === 0) return element(chance.pick(TEXTS), chance.pick(WORDS), chance);
  if (what === 1)
    return element("gx:Track", element("gx:coord", chance.pick(TRACK), chance), chance);
  if (what === 2) return `<NetworkLink><Link><href>http://a.invalid/</href></Link></NetworkLink>`;
  return element(chance.pick(SHAPES), element("coordinates", coordinates(chance), chance), chance);
}

function coordinates(chance: Chance): string {
  const usual = chance.happens(0.8);
  const number = (): string => chance.pick(usual ? NUMBERS.slice(0, 4) : NUMBERS);
  const tuple = (): string => `${number()},${number()}${chance.pick(["", ",0", " ", ", 5"])}`;
  return chance.some(chance.happens(0.01) ? 400 : 5, tuple).join(chance.pick([" ", "\n", "\t "]));
}

function deep(chance: Chance): string {
  return "<Folder>".repeat(chance.pick([200, 255, 256, 257, 5000]));
}

/** Some of its tags and texts left out, doubled or moved. */
function torn(text: string, chance: Chance): string {
  const tokens = text.split(/(?=<)|(?<=>)/);
  for (let left = 1 + chance.below(3); left > 0; left--) {
    const [at, token] = [chance.below(tokens.length), chance.pick(tokens)];
    tokens.splice(at, chance.below(3), ...chance.some(2, () => token));
    if (tokens.length === 0) return "";
  }
  return tokens.join("");
}

function encoded(text: string, chance: Chance): Uint8Array {
  const mark = chance.happens(0.1) ? "\ufeff" : "";
  if (chance.happens(0.8)) return new TextEncoder().encode(mark + text);
  if (chance.happens(0.3)) return Buffer.from(text, "latin1");
  const wide = Buffer.from(mark + text, "utf16le");
  return chance.happens(0.5) ? wide : wide.swap16();
}
