import { coldFactsSchema, coldText } from "@swath/contract/cold";
import { nameOf } from "@swath/contract/explorer";
import { ApiError } from "../../platform/api/api-error.ts";
import { plural, utcMinute } from "../../ui/text/format.ts";

/** Why a download is refused that meets cold storage, and what to do; undefined for any other failure. */
export function coldRefusal(error: unknown, now: number): string | undefined {
  if (!(error instanceof ApiError) || error.code !== "OBJECT_COLD") return undefined;
  const { key, cold, objects } = error.details;
  const facts = coldFactsSchema.safeParse(cold);
  if (typeof key !== "string" || !facts.success)
    return "This is in cold storage. Restore it first.";
  const name = nameOf(key);
  const more =
    typeof objects === "number" && objects > 1 ? ` and ${plural(objects - 1, "other file")}` : "";
  const state = coldText(facts.data, now, utcMinute);
  return facts.data.state === "cold"
    ? `${name}${more}: ${state}. Restore it first, on the page of its flight.`
    : `${name}${more}: ${state}. Download it then.`;
}
