import CompareArrows from "@mui/icons-material/CompareArrows";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type Compared, Comparison } from "../../parameters/compare/comparison.tsx";
import type { ParameterKind } from "../../parameters/shared/parameter-queries.ts";
import { PARAMETER_PAGES } from "../../parameters/shared/parameter-pages.ts";
import { WithRecord } from "../../parameters/shared/with-record.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import type { ComparisonSearch } from "../search/comparison-search.ts";
import { RequireReader } from "./require-reader.tsx";

/** Two records of LiDAR parameters side by side, by the address. */
export function LidarComparisonRoute() {
  const search = useSearch({ from: "/signed-in/processing-area/ip/params/compare" });
  return <ComparisonOf kind="lidar" search={search} />;
}

/** The same of imagery parameters. */
export function ImageryComparisonRoute() {
  const search = useSearch({ from: "/signed-in/processing-area/ip/imagery-params/compare" });
  return <ComparisonOf kind="imagery" search={search} />;
}

interface ComparisonOfProps {
  readonly kind: ParameterKind;
  readonly search: ComparisonSearch;
}

function ComparisonOf({ kind, search }: ComparisonOfProps) {
  const { first, second, only = false } = search;
  const navigate = useNavigate();
  const { list, compare } = PARAMETER_PAGES[kind];
  const go = (change: ComparisonSearch): void =>
    void navigate({ to: compare, search: { ...search, ...change }, replace: true });
  return (
    <RequireReader>
      {first === undefined || second === undefined ? (
        <Notice level={1} Icon={CompareArrows} title="Two records are compared">
          <ButtonLink to={list}>Choose them in the list</ButtonLink>
        </Notice>
      ) : (
        <WithRecord key={first} kind={kind} calibrationId={first}>
          {(one) => (
            <WithRecord key={second} kind={kind} calibrationId={second}>
              {(other) => (
                <Comparison
                  of={{ kind, records: [one, other] } as Compared}
                  onlyDifferences={only}
                  onOnlyDifferences={(next) => go({ only: next ? true : undefined })}
                  onSwap={() => go({ first: second, second: first })}
                />
              )}
            </WithRecord>
          )}
        </WithRecord>
      )}
    </RequireReader>
  );
}
