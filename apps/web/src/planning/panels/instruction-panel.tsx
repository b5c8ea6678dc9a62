import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { projectIdSchema } from "@swath/contract/ids";
import { endpoints } from "@swath/contract/endpoints";
import {
  type Instruction,
  type PlanWork,
  type WorkInstruction,
  handCounts,
  instructionKey,
} from "@swath/plan/state";
import type { InstructionRow } from "@swath/contract/instructions";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { may } from "@swath/contract/identity";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { type Api, useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import type { Dispatch } from "../state/use-work.ts";
import { instructionOf } from "../planning-address.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { Panel } from "./panel.tsx";
import { InstructionList } from "./instruction-list.tsx";

const PAGE_SIZE = 100;

/** What was typed: a whole project ID, or part of a site's name. */
function wanted(text: string): { readonly projectId?: string; readonly siteName?: string } {
  const trimmed = text.trim();
  if (trimmed === "") return {};
  const { data: projectId } = projectIdSchema.safeParse(trimmed.toUpperCase());
  return projectId === undefined ? { siteName: trimmed.slice(0, 60) } : { projectId };
}

/** The instructions that a text finds, by project, a hundred at a time. */
const foundInstructionsQuery = (api: Api, text: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.instructionList("planning", wanted(text)),
    queryFn: ({ pageParam, signal }) =>
      api.list(endpoints.listInstructions, {
        query: {
          ...wanted(text),
          page: pageParam,
          size: PAGE_SIZE,
          sort: "instruction.projectId 1",
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) =>
      page * PAGE_SIZE < total ? page + 1 : undefined,
  });

/** The instruction that an address names, wherever in the list it is; undefined where there is none. */
const namedInstructionQuery = (api: Api, { projectId, siteName }: Instruction) =>
  queryOptions({
    queryKey: queryKeys.instructionList("named", { projectId, siteName }),
    queryFn: async ({ signal }) => {
      const query = { projectId, siteName, size: PAGE_SIZE };
      const { items } = await api.list(endpoints.listInstructions, { query, signal });
      return items.find((each) => each.siteName === siteName) ?? null;
    },
  });

const named = ({ projectId, siteName }: InstructionRow): Instruction => ({ projectId, siteName });

const bySite = (a: Instruction, b: Instruction): number =>
  a.projectId.localeCompare(b.projectId) || a.siteName.localeCompare(b.siteName);

/** Several instructions of one project and site are one entry of the list; the order gives colours. */
const unique = (rows: readonly Instruction[]): readonly Instruction[] =>
  [...new Map(rows.map((row) => [instructionKey(row), row])).values()].toSorted(bySite);

/** The instructions that a text finds; the work is told of them, and of the one that the address names. */
function useInstructions(text: string, address: string | undefined, dispatch: Dispatch) {
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

/** As document 3, section 2.11, has it. */
const TITLE = "FLIGHT LINES FOR RANGE EXTRACTION";

interface InstructionPanelProps {
  readonly work: PlanWork;
  readonly dispatch: Dispatch;
  /** The selected instruction as the address has it. */
  readonly address: string | undefined;
  readonly onChoose: (instruction: WorkInstruction) => void;
  /** Of what is associated with an instruction; undefined where nothing is. */
  readonly sumsOf: (instruction: WorkInstruction) => string | undefined;
}

/** The instructions that geometry can be associated with. */
export function InstructionPanel(props: InstructionPanelProps) {
  const { roles } = useIdentity();
  if (!may(roles, "readInstructions"))
    return (
      <Panel title={TITLE}>
        <Typography variant="body2" color="textSecondary" sx={{ p: 1.5 }}>
          Instructions are not shown to guests. Geometry can be loaded, looked at and measured.
        </Typography>
      </Panel>
    );
  return <ReadersPanel {...props} />;
}

/** Those that geometry is associated with and that the search did not find, then what it found. */
function listed(
  work: PlanWork,
  found: readonly string[],
  sumsOf: InstructionPanelProps["sumsOf"],
): readonly WorkInstruction[] {
  const byKey = new Map(work.instructions.map((each) => [each.key, each]));
  const isFound = new Set(found);
  const others = work.instructions.filter(
    (each) => !isFound.has(each.key) && (each.key === work.chosen || sumsOf(each) !== undefined),
  );
  return [...others, ...found.flatMap((key) => byKey.get(key) ?? [])];
}

function ReadersPanel({ work, dispatch, address, onChoose, sumsOf }: InstructionPanelProps) {
  const [text, setText] = useState("");
  const { query, found } = useInstructions(text, address, dispatch);
  const { features } = handCounts(work);
  return (
    <Panel
      title={TITLE}
      head={
        <TextField
          size="small"
          fullWidth
          label="Find a project ID or site"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      }
      foot={<AssociateButtons work={work} dispatch={dispatch} />}
    >
      <InstructionList
        query={query}
        instructions={listed(work, found.map(instructionKey), sumsOf)}
        chosen={work.chosen}
        onChoose={onChoose}
        onAssignToAll={
          features === 0 ? undefined : ({ key }) => dispatch({ type: "assignToAll", key })
        }
        sumsOf={sumsOf}
      />
    </Panel>
  );
}

function AssociateButtons({ work, dispatch }: Pick<InstructionPanelProps, "work" | "dispatch">) {
  const { selected } = handCounts(work);
  const isReady = selected > 0 && work.chosen !== undefined;
  return (
    <>
      <Tooltip title={isReady ? "" : "Select geometry, and a project of this list"}>
        <span>
          <Button
            variant="contained"
            fullWidth
            disabled={!isReady}
            onClick={() => dispatch({ type: "associate" })}
          >
            Associate Selected Project with Geometry
          </Button>
        </span>
      </Tooltip>
      <Button
        fullWidth
        size="small"
        sx={{ mt: 0.5 }}
        disabled={selected === 0}
        onClick={() => dispatch({ type: "release" })}
      >
        Remove association of selected geometry
      </Button>
    </>
  );
}
