import { strToU8, zipSync } from "fflate";
import { loadPlans, reasonText } from "../index.ts";

/** A KMZ with a document of this text. */
export const zipped = (kml: string | Uint8Array): Uint8Array =>
  zipSync({ "doc.kml": typeof kml === "string" ? strToU8(kml) : kml });

export const document = (body: string): string =>
  `<?xml version="1.0"?><kml xmlns:gx="g"><Document>${body}</Document></kml>`;
export const placemark = (name: string, shape: string): string =>
  `<Placemark><name>${name}</name>${shape}</Placemark>`;
export const line = (coordinates: string): string =>
  `<LineString><coordinates>${coordinates}</coordinates></LineString>`;
export const ring = (boundary: string, coordinates: string): string =>
  `<${boundary}><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></${boundary}>`;

/** What a picker's file comes to, with the text of a refusal. */
export async function outcomeOf(bytes: Uint8Array) {
  const [outcome] = await loadPlans([{ name: "plan.kmz", bytes }], { by: "picker" });
  if (outcome?.kind === "refused") return { ...outcome, text: reasonText(outcome) };
  return outcome;
}

/** What a document of these placemarks is loaded as; throws where it is refused. */
export async function loadedFrom(body: string) {
  const outcome = await outcomeOf(zipped(document(body)));
  if (outcome?.kind !== "loaded") throw new Error(JSON.stringify(outcome));
  return outcome;
}
