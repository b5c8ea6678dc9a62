import AcUnit from "@mui/icons-material/AcUnit";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { coldText, type FlightCold } from "@swath/contract/cold";
import { may } from "@swath/contract/identity";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { formatBytes, plural, utcMinute } from "../../ui/text/format.ts";
import { useNow } from "../../ui/use-environment.ts";
import { coldQuery, type OfFlight, useMove } from "./cold-queries.ts";
import { RestoreDialog } from "./restore-cold-dialog.tsx";

const byWhom = (by: string | null): string => (by === null ? "" : `, ordered by ${by}`);

/** What the latest order of a move says: how far it is, or why it ended early. */
function moveText({ move }: FlightCold): string | undefined {
  if (move === null) return undefined;
  const { ended, objects, bytes, by, reason } = move;
  const far = `${plural(objects, "object")} (${formatBytes(bytes)})`;
  if (ended === null && reason !== null)
    return `The move to cold storage stands still and goes on by itself: ${reason}`;
  if (ended === null) return `Being moved to cold storage: ${far} so far${byWhom(by)}.`;
  return reason === null ? undefined : `The move to cold storage ended after ${far}: ${reason}.`;
}

/** How far the latest restore is; undefined once all can be read. */
function restoreText({ restore }: FlightCold): string | undefined {
  if (restore === null || restore.ended !== null) return undefined;
  const { objects, unready, by, reason } = restore;
  if (reason !== null) return `The restore stands still and goes on by itself: ${reason}`;
  const whom = byWhom(by);
  return objects === 0
    ? `A restore begins within a minute${whom}.`
    : `Restored so far: ${plural(objects - unready, "object")} of ${objects}${whom}.`;
}

function linesOf(cold: FlightCold, now: number): string[] {
  const groups = cold.groups.map((group) => {
    const { objects, bytes, storageClass } = group;
    const what = `${plural(objects, "object")}, ${formatBytes(bytes)}, ${storageClass ?? ""}`;
    return `${coldText(group, now, utcMinute)}: ${what}`;
  });
  return [...groups, restoreText(cold), moveText(cold)].filter((line) => line !== undefined);
}

/** What of a flight, or of a part of it, is in cold storage, and the way to restore it; nothing where nothing is. */
export function ColdNotice(of: OfFlight) {
  if (!may(useIdentity().roles, "readFlights")) return null;
  return <Notice {...of} />;
}

function Notice(of: OfFlight) {
  const { data: cold } = useQuery(coldQuery(useApi(), of));
  const mayOrder = may(useIdentity().roles, "archiveFlights");
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  if (cold === undefined) return null;
  const lines = linesOf(cold, now.getTime());
  if (lines.length === 0) return null;
  const wanted = cold.groups.find(({ state }) => state !== "restoring");
  return (
    <>
      <Box component="output" sx={{ display: "block" }}>
        <Alert
          severity="info"
          role="none"
          icon={<AcUnit fontSize="inherit" />}
          action={
            mayOrder && wanted !== undefined ? (
              <Button color="inherit" size="small" onClick={() => setAsking(true)}>
                Restore from cold storage
              </Button>
            ) : null
          }
        >
          {lines.map((line) => (
            <Box key={line} sx={{ overflowWrap: "anywhere" }}>
              {line}
            </Box>
          ))}
        </Alert>
      </Box>
      {isAsking && wanted !== undefined && (
        <RestoreDialog
          {...of}
          storageClass={wanted.storageClass}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Orders a flight's data to be moved to cold storage; nothing for people who may not, or where no class is for it. */
export function MoveToColdButton({ flightId }: { readonly flightId: string }) {
  if (!may(useIdentity().roles, "archiveFlights")) return null;
  return <MoveButton flightId={flightId} />;
}

function MoveButton({ flightId }: { readonly flightId: string }) {
  const { data: cold } = useQuery(coldQuery(useApi(), { flightId }));
  const move = useMove(flightId);
  const [isAsking, setAsking] = useState(false);
  if (cold === undefined || cold.movesTo === null) return null;
  if (cold.move !== null && cold.move.ended === null) return null;
  return (
    <>
      <Button startIcon={<AcUnit />} onClick={() => setAsking(true)}>
        Move to cold storage
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Move to cold storage"
          about={flightId}
          text={`Data and archives of this flight are moved to ${cold.movesTo}. They cannot be read, downloaded or processed until they are restored, which takes hours.`}
          confirm="Move"
          busy={move.isPending}
          error={move.error?.message}
          onConfirm={() => move.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
