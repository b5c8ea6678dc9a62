import Box from "@mui/material/Box";
import type { Attempt, AttemptDifferences } from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../platform/api/api.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { formatBytes, formatDuration } from "../../ui/text/format.ts";
import type { Column } from "../../ui/table/data-table.tsx";
import { DIFFERS, FoldingTable } from "../../ui/table/folding-table.tsx";
import { NameList } from "../../ui/table/name-list.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { differenceOf, valueText } from "../outputs/measure-rows.ts";
import { differencesQuery, type JobPlace } from "../records/attempt-queries.ts";
import { outcomeOf } from "./attempt-labels.ts";
import { ComparedPictures } from "./compared-pictures.tsx";

interface ComparisonProps {
  readonly place: JobPlace;
  /** The earlier attempt. */
  readonly first: Attempt;
  readonly second: Attempt;
  readonly picture: string | undefined;
  readonly onPicture: (path: string) => void;
}

/** Two attempts side by side: pictures, parameters, versions, times, measures and files. */
export function Comparison({ place, first, second, picture, onPicture }: ComparisonProps) {
  const query = useQuery(
    differencesQuery(useApi(), { ...place, attempt: first.attempt }, second.attempt),
  );
  return (
    <LoadedPart
      query={query}
      small
      loading="Comparing..."
      failed="The attempts could not be compared"
    >
      {(differences) => (
        <Box
          sx={{
            display: "grid",
            gap: 3,
            alignItems: "start",
            gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1.5fr) minmax(0, 1fr)" },
          }}
        >
          <ComparedPictures
            place={place}
            first={first}
            second={second}
            shown={picture}
            onShow={onPicture}
          />
          <div>
            <Heading>
              Attempts {first.attempt} and {second.attempt}
            </Heading>
            <FoldingTable
              caption="What differs"
              columns={columnsOf({ first, second })}
              rows={comparedRows(differences, first, second)}
              keyOf={({ name }) => name}
              minWidth={420}
              rowSx={({ differs }) => (differs ? DIFFERS : {})}
            />
            <Files of={differences.files} first={first} second={second} />
          </div>
        </Box>
      )}
    </LoadedPart>
  );
}

const Heading = ({ children }: { children: React.ReactNode }) => (
  <Box component="h3" sx={{ m: 0, mb: 1, fontSize: "1rem" }}>
    {children}
  </Box>
);

type Pair = Pick<ComparisonProps, "first" | "second">;

const columnsOf = ({ first, second }: Pair): readonly Column<ComparedRow>[] => [
  { name: "What", width: "30%", isRowHeader: true, cell: ({ name }) => safeText(name) },
  ...[first, second].map(({ attempt }, place) => ({
    name: `Attempt ${attempt}`,
    cell: ({ values }: ComparedRow) => safeText(values[place]!),
  })),
  { name: "Difference", cell: ({ difference }) => difference },
];

function Files({ of, first, second }: Pair & { readonly of: AttemptDifferences["files"] }) {
  const lists = [
    [`Only of attempt ${first.attempt}`, of.onlyFirst],
    [`Only of attempt ${second.attempt}`, of.onlySecond],
    ["In both, different", of.changed],
  ] as const;
  return (
    <Box sx={{ mt: 2 }}>
      <Heading>Files</Heading>
      {first.kept && second.kept ? null : (
        <p>The outputs of one of them were removed: its files are not known any more.</p>
      )}
      {lists
        .filter(([, names]) => names.length > 0)
        .map(([label, names]) => (
          <Box key={label} sx={{ mb: 1 }}>
            <strong>
              {label} ({names.length})
            </strong>
            <NameList names={names.map(safeText)} label={label} lines={4} />
          </Box>
        ))}
      <p>{of.equal} the same in both.</p>
    </Box>
  );
}

/** A line of the comparison of two attempts. */
interface ComparedRow {
  readonly name: string;
  readonly values: readonly [string, string];
  readonly difference: string;
  readonly differs: boolean;
}

const row = (name: string, values: readonly [string, string], difference?: string): ComparedRow => {
  const differs = values[0] !== values[1];
  return {
    name,
    values,
    differs,
    difference: difference ?? (differs ? /* text */ "differs" : /* text */ "the same"),
  };
};

function measureRow(
  { name, label, unit, values: [a, b] }: AttemptDifferences["measures"][number],
  first: Attempt,
  second: Attempt,
): ComparedRow {
  const textIn = ({ measures }: Attempt): string =>
    valueText(measures.find((measure) => measure.name === name) ?? { value: null });
  const difference = a === null || b === null ? "–" : differenceOf(b - a);
  return row(
    unit === "" ? label : `${label}, ${unit}`,
    [textIn(first), textIn(second)],
    difference,
  );
}

const secondsText = (seconds: number | null): string =>
  seconds === null ? "–" : formatDuration(seconds * 1_000);

function secondsRow([a, b]: AttemptDifferences["seconds"]): ComparedRow {
  const difference =
    a === null || b === null || a === b
      ? undefined
      : `${secondsText(Math.abs(b - a))} ${b > a ? /* text */ "longer" : /* text */ "shorter"}`;
  return row(/* text */ "Took", [secondsText(a), secondsText(b)], difference);
}

/** A stage's file may change without a new version. */
function stageRow({ stageVersions: [was, is], sameStage }: AttemptDifferences): ComparedRow {
  const difference = was === is ? "differs in its content" : /* text */ "differs";
  const values = [`version ${was}`, `version ${is}`] as const;
  return sameStage
    ? row(/* text */ "Stage file", values, /* text */ "the same")
    : { ...row(/* text */ "Stage file", values, difference), differs: true };
}

/** The comparison of two attempts, line by line: outcome, parameters, versions, times, measures. */
export function comparedRows(
  of: AttemptDifferences,
  first: Attempt,
  second: Attempt,
): readonly ComparedRow[] {
  const sameInputs = of.sameInputs ? /* text */ "the same" : /* text */ "differ";
  return [
    row(/* text */ "Outcome", [outcomeOf(first), outcomeOf(second)]),
    ...of.params.map(({ name, values: [a, b] }) =>
      row(`Parameter ${name}`, [
        String(a ?? /* text */ "not given"),
        String(b ?? /* text */ "not given"),
      ]),
    ),
    ...(of.params.length === 0 ? [row(/* text */ "Parameters", ["", ""])] : []),
    stageRow(of),
    row(/* text */ "Engine", of.engines),
    row(
      /* text */ "Inputs",
      [formatBytes(of.inputBytes[0]), formatBytes(of.inputBytes[1])],
      sameInputs,
    ),
    secondsRow(of.seconds),
    ...of.measures.map((measure) => measureRow(measure, first, second)),
  ];
}
