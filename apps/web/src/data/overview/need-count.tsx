import type { ReactNode } from "react";
import type { Overview } from "@swath/contract/overview";
import { formatCount } from "../../ui/text/format.ts";
import { CountBadge } from "../../ui/text/count-badge.ts";
import { useOverview } from "./overview-query.ts";

type Counted = Pick<Overview, "uploads" | "ip" | "iptm">;
type CountedArea = "ip" | "iptm";

/** How much of each area needs the person: own uploads, or failures and QA that is due. */
const NEEDS = {
  "/post": ({ uploads }: Counted) => uploads?.count ?? 0,
  "/ip": ({ ip }: Counted) => (ip === undefined ? 0 : ip.failed + ip.awaitsQA),
  "/iptm": ({ iptm }: Counted) => (iptm === undefined ? 0 : iptm.failed + iptm.awaitsQA),
} as const;

/** What a tab shows beside its name, and what is read out after it: the name itself stays as specified. */
interface TabCount {
  readonly badge: ReactNode;
  readonly description: { readonly "aria-description"?: string };
}

function tabCount(count: number, one: string, many: string): TabCount {
  if (count === 0) return { badge: null, description: {} };
  const text = formatCount(count);
  return {
    badge: <CountBadge aria-hidden="true">{text}</CountBadge>,
    description: { "aria-description": `${text} ${count === 1 ? one : many}` },
  };
}

/** How much of an area needs the person. */
export function useNeedCount(of: string): TabCount {
  const { data } = useOverview();
  const isCounted = data !== undefined && Object.hasOwn(NEEDS, of);
  return tabCount(isCounted ? NEEDS[of as keyof typeof NEEDS](data) : 0, "needs you", "need you");
}

/** How many processings of a dashboard await QA. */
export function useAwaitsQACount(of: CountedArea): TabCount {
  const { data } = useOverview();
  return tabCount(data?.[of]?.awaitsQA ?? 0, "awaits QA", "await QA");
}
