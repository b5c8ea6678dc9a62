import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { useQuery } from "@tanstack/react-query";
import type { Attempt, AttemptDifferences } from "@swath/contract/processing";
import { useApi } from "../../platform/api/api.ts";
import { LoadFailure, Waiting } from "../../ui/feedback/notice.tsx";
import { NameList } from "../../ui/text/name-list.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { differencesQuery, type JobPlace } from "../records/attempt-queries.ts";
import { comparedRows } from "./attempt-differences.ts";
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
  const { data, error, refetch } = query;
  if (error !== null)
    return (
      <LoadFailure
        title="The attempts could not be compared"
        failure={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Waiting text="Comparing..." />;
  return (
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
        <Differences of={data} first={first} second={second} />
        <Files of={data.files} first={first} second={second} />
      </div>
    </Box>
  );
}

const Heading = ({ children }: { children: React.ReactNode }) => (
  <Box component="h3" sx={{ m: 0, mb: 1, fontSize: "1rem" }}>
    {children}
  </Box>
);

type Pair = Pick<ComparisonProps, "first" | "second">;

function Differences({ of, first, second }: Pair & { readonly of: AttemptDifferences }) {
  return (
    <Table aria-label="What differs">
      <TableHead>
        <TableRow>
          <TableCell>What</TableCell>
          <TableCell>Attempt {first.attempt}</TableCell>
          <TableCell>Attempt {second.attempt}</TableCell>
          <TableCell>Difference</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {comparedRows(of, first, second).map(({ name, values, difference, differs }) => (
          <TableRow key={name} sx={differs ? { "& > *": { fontWeight: 650 } } : {}}>
            <TableCell component="th" scope="row">
              {safeText(name)}
            </TableCell>
            <TableCell>{safeText(values[0])}</TableCell>
            <TableCell>{safeText(values[1])}</TableCell>
            <TableCell>{difference}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

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
