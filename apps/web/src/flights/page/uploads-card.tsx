import Box from "@mui/material/Box";
import type { Flight, UploadFacts } from "@swath/contract/flights";
import { endpoints } from "@swath/contract/endpoints";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../data/queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { POLL_MODERATE_MS, polling } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { PageCard } from "../../ui/page/page-card.tsx";
import { type SensorLine, sensorLines } from "../cells/sensor-lines.ts";
import { useCellRules } from "../cells/upload-status-cell.tsx";
import { isStored } from "./upload-words.ts";
import { UploadRow } from "./upload-row.tsx";

/** Every upload of a flight that the list shows, each with what is known of it. */
export function UploadsCard({ flight }: { readonly flight: Flight }) {
  const { FlightID: flightId } = flight;
  const { data: facts } = useQuery({
    ...callQuery(useApi(), queryKeys.flightProgress(flightId), endpoints.readFlightProgress, {
      params: { flightId },
    }),
    ...polling(POLL_MODERATE_MS),
  });
  const lines = sensorLines(flight).filter((line) => cellsOf(line).length > 0);
  const uploads = lines.flatMap(cellsOf).map(({ upload }) => upload);
  const stored = uploads.filter(isStored).length;
  return (
    <PageCard
      title="Uploads"
      side={
        uploads.length > 0 && (
          <Box sx={{ color: "text.secondary" }}>{`${stored} of ${uploads.length} in storage`}</Box>
        )
      }
      isFlush
    >
      {lines.length === 0 ? (
        <Box sx={{ p: 2, color: "text.secondary" }}>This flight has nothing to upload.</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {lines.map((line) => (
            <Rows key={line.sensor} flight={flight} line={line} facts={facts ?? []} />
          ))}
        </Box>
      )}
    </PageCard>
  );
}

const cellsOf = ({ field, office }: SensorLine) =>
  [field, office].flatMap(({ cells, collapsed }) => cells.concat(collapsed));

interface RowsProps {
  readonly flight: Flight;
  readonly line: SensorLine;
  readonly facts: readonly UploadFacts[];
}

function Rows({ flight, line, facts }: RowsProps) {
  const guest = useIdentity().roles.includes("guest");
  const ruleOf = useCellRules(flight, line, guest);
  return cellsOf(line).map((cell) => (
    <UploadRow
      key={cell.upload._id}
      flight={flight}
      cell={cell}
      rule={ruleOf(cell)}
      facts={facts.find(({ uploadId }) => uploadId === cell.upload._id)}
    />
  ));
}
