import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { CloudAttempt } from "@swath/contract/clouds";
import { endpoints } from "@swath/contract/endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callQuery } from "../../data/queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { type AddressChange, type PublishedCloud, writeCompared } from "../cloud-address.ts";

/** A cloud as people know it; of another processing with its sensor log, where that is known. */
export function titleOf(
  { job, attempt, ...of }: PublishedCloud & Partial<CloudAttempt>,
  processingId: string,
): string {
  const title = /* text */ `${job}, attempt ${attempt}`;
  if (of.processingId === processingId) return title;
  return /* text */ `${title} of ${of.sensorId ?? /* text */ "another processing"}`;
}

interface CompareChoiceProps {
  readonly published: PublishedCloud;
  readonly compared: PublishedCloud | undefined;
  readonly onAddress: (change: AddressChange) => void;
}

/** Which other cloud of the flight is laid below; the server is asked for them when somebody opens it. */
export function CompareChoice({ published, compared, onAddress }: CompareChoiceProps) {
  const { processingId } = published;
  const [isAsked, setAsked] = useState(false);
  const { data, error } = useQuery({
    ...callQuery(useApi(), queryKeys.cloudAttempts(processingId), endpoints.listCloudAttempts, {
      params: { processingId },
    }),
    enabled: isAsked,
  });
  const own = writeCompared(published);
  const value = compared === undefined ? "" : writeCompared(compared);
  const others = (data ?? []).filter((each) => writeCompared(each) !== own);
  const isListed = value === "" || others.some((each) => writeCompared(each) === value);
  return (
    <TextField
      select
      size="small"
      label="Compare with"
      value={value}
      onChange={({ target }) =>
        onAddress({ compare: target.value === "" ? undefined : target.value })
      }
      sx={{ minWidth: 150 }}
      slotProps={{
        inputLabel: { shrink: true },
        select: { displayEmpty: true, onOpen: () => setAsked(true) },
      }}
    >
      <MenuItem value="">No other cloud</MenuItem>
      {isListed || compared === undefined ? null : (
        <MenuItem value={value}>{titleOf(compared, processingId)}</MenuItem>
      )}
      {others.map((each) => (
        <MenuItem key={writeCompared(each)} value={writeCompared(each)}>
          {nameOf(each, processingId)}
        </MenuItem>
      ))}
      {data === undefined || others.length === 0 ? (
        <MenuItem disabled value="none">
          {error === null
            ? data === undefined
              ? "Looking for clouds of this flight..."
              : "No other cloud of this flight is kept"
            : `Clouds of this flight could not be listed: ${error.message}`}
        </MenuItem>
      ) : null}
    </TextField>
  );
}

function nameOf(cloud: CloudAttempt, processingId: string): string {
  const title = titleOf(cloud, processingId);
  return cloud.published ? /* text */ `${title} (published)` : title;
}
