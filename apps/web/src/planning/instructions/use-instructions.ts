import { skipToken, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { InstructionRow } from "@swath/contract/instructions";
import { type Instruction, instructionKey } from "@swath/plan/state";
import { useDeferredValue, useEffect, useMemo } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { queryKeys } from "../../platform/query/query-keys.ts";
import type { Dispatch } from "../state/use-work.ts";
import { instructionOf } from "./instruction-key.ts";
import { foundInstructionsQuery, namedInstructionQuery } from "./instruction-search.ts";

const named = ({ projectId, siteName }: InstructionRow): Instruction => ({ projectId, siteName });

const bySite = (a: Instruction, b: Instruction): number =>
  a.projectId.localeCompare(b.projectId) || a.siteName.localeCompare(b.siteName);

/** Several instructions of one project and site are one entry of the list; the order gives colours. */
const unique = (rows: readonly Instruction[]): readonly Instruction[] =>
  [...new Map(rows.map((row) => [instructionKey(row), row])).values()].toSorted(bySite);

/** The instructions that a text finds; the work is told of them, and of the one that the address names. */
export function useInstructions(text: string, address: string | undefined, dispatch: Dispatch) {
  const api = useApi();
  const query = useInfiniteQuery(foundInstructionsQuery(api, useDeferredValue(text)));
  const addressed = useQuery(
    address === undefined
      ? { queryKey: queryKeys.instructionList("named", {}), queryFn: skipToken }
      : namedInstructionQuery(api, instructionOf(address)),
  );
  const pages = query.data?.pages;
  const one = addressed.data;
  const found = useMemo(
    () => unique(pages?.flatMap(({ items }) => items.map(named)) ?? []),
    [pages],
  );
  useEffect(
    () => dispatch({ type: "found", instructions: one ? [...found, named(one)] : found }),
    [found, one, dispatch],
  );
  return { query, found };
}
