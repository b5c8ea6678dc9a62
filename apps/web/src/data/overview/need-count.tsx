import type { Overview } from "@swath/contract/overview";
import { formatCount } from "../../ui/text/format.ts";
import { CountBadge } from "../../ui/text/count-badge.ts";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { useOverview } from "./overview-query.ts";

type Counted = Pick<Overview, "uploads" | "ip" | "iptm">;
type CountedArea = "ip" | "iptm";

/** How much of each area needs the person: own uploads, or failures and QA that is due. */
const NEEDS = {
  "/post": ({ uploads }: Counted) => uploads?.count ?? 0,
  "/ip": ({ ip }: Counted) => (ip === undefined ? 0 : ip.failed + ip.awaitsQA),
  "/iptm": ({ iptm }: Counted) => (iptm === undefined ? 0 : iptm.failed + iptm.awaitsQA),
} as const;

interface SpokenCountProps {
  readonly count: number;
  /** After the count: `need you`. */
  readonly one: string;
  readonly many: string;
}

/** A count beside a tab's name, spoken as `, 3 need you`; nothing for zero. */
function SpokenCount({ count, one, many }: SpokenCountProps) {
  if (count === 0) return null;
  return (
    <>
      <CountBadge aria-hidden="true">{formatCount(count)}</CountBadge>
      <VisuallyHidden>
        , {formatCount(count)} {count === 1 ? one : many}
      </VisuallyHidden>
    </>
  );
}

/** How much of an area needs the person, beside the name of its tab. */
export function NeedCount({ of }: { readonly of: string }) {
  const { data } = useOverview();
  if (data === undefined || !Object.hasOwn(NEEDS, of)) return null;
  const count = NEEDS[of as keyof typeof NEEDS](data);
  return <SpokenCount count={count} one="needs you" many="need you" />;
}

/** How many processings of a dashboard await QA, beside the name of its tab. */
export function AwaitsQACount({ of }: { readonly of: CountedArea }) {
  const { data } = useOverview();
  return <SpokenCount count={data?.[of]?.awaitsQA ?? 0} one="awaits QA" many="await QA" />;
}
