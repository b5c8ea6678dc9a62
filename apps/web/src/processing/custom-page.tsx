import FlightTakeoff from "@mui/icons-material/FlightTakeoff";
import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { Processing, SensorLog } from "@swath/contract/processing";
import { useState } from "react";
import { useApi } from "../platform/api/api.ts";
import { Fetched } from "../ui/feedback/loaded.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { HelpButton } from "../ui/page/help-button.tsx";
import { useSnackbar } from "../ui/feedback/snackbar.tsx";
import type { CustomAddress } from "./custom/custom-address.ts";
import { logsQuery } from "./custom/custom-queries.ts";
import { LogPanel } from "./custom/sensor-log-panel.tsx";
import { LogTable } from "./custom/sensor-log-table.tsx";
import { PAGE, PAGE_HEAD } from "../ui/page/page-layout.ts";

const DIGITS = 6;

interface CustomPageProps {
  readonly address: CustomAddress;
  /** `replace`: Back skips the current address. */
  readonly onAddress: (address: CustomAddress, replace: boolean) => void;
  /** Runs after the submission. */
  readonly onDone: () => void;
}

/** Custom processing: a flight, one of its sensor logs, and its processed parts (document 3, 2.7). */
export function CustomPage({ address, onAddress, onDone }: CustomPageProps) {
  const show = useSnackbar();
  const { flight } = address;
  const done = ({ FlightID, CustomProcessing }: Processing): void => {
    const text = `Custom ${CustomProcessing?.counter ?? ""} of ${FlightID} was submitted`;
    show({ severity: "success", text });
    onDone();
  };
  return (
    <Box sx={{ ...PAGE, gap: 2, alignContent: "start" }}>
      <Box sx={PAGE_HEAD}>
        <Typography variant="h1" sx={{ mr: "auto" }}>
          Custom processing
        </Typography>
        <HelpButton />
      </Box>
      <FlightField
        flight={flight}
        onFlight={(next) =>
          onAddress(next === undefined ? {} : { flight: next }, next === undefined)
        }
      />
      {flight === undefined ? (
        <Paper variant="outlined">
          <Notice Icon={FlightTakeoff} title="Please enter a Flight ID above" />
        </Paper>
      ) : (
        <Logs flight={flight} address={address} onAddress={onAddress} onDone={done} />
      )}
    </Box>
  );
}

interface FlightFieldProps {
  readonly flight: string | undefined;
  readonly onFlight: (flight: string | undefined) => void;
}

/** Looks up six digits; fewer digits clear the result. */
function FlightField({ flight, onFlight }: FlightFieldProps) {
  const [typed, setTyped] = useState("");
  // The address holds the looked-up flight, so that Back restores the one before.
  const shown = flight ?? (typed.length === DIGITS ? "" : typed);
  const type = (text: string): void => {
    const digits = text
      .replaceAll(/^\s*FL/gi, "")
      .replaceAll(/\D/g, "")
      .slice(0, DIGITS);
    setTyped(digits);
    if (digits.length === DIGITS) onFlight(digits);
    else if (flight !== undefined) onFlight(undefined);
  };
  return (
    <TextField
      label="Flight ID"
      size="small"
      value={shown}
      helperText="6 digits"
      onChange={({ target }) => type(target.value)}
      sx={{ width: 200 }}
      slotProps={{
        input: { startAdornment: <InputAdornment position="start">FL</InputAdornment> },
        htmlInput: { inputMode: "numeric", autoComplete: "off" },
      }}
    />
  );
}

interface LogsProps {
  readonly flight: string;
  readonly address: CustomAddress;
  readonly onAddress: CustomPageProps["onAddress"];
  readonly onDone: (made: Processing) => void;
}

const isOf = (address: CustomAddress, { SensorID, ProjectID }: SensorLog): boolean =>
  SensorID === address.sensor && (ProjectID ?? undefined) === address.project;

function Logs({ flight, address, onAddress, onDone }: LogsProps) {
  const logs = useQuery(logsQuery(useApi(), flight));
  const flightId = `FL${flight}`;
  return (
    <Fetched
      query={logs}
      loading={`Loading sensors of ${flightId}...`}
      failed={`The sensors of ${flightId} could not be loaded`}
    >
      {(all) => {
        const selected = all.find((log) => isOf(address, log));
        return (
          <>
            <LogTable
              flightId={flightId}
              logs={all}
              selected={selected}
              onSelect={({ SensorID: sensor, ProjectID }) =>
                onAddress({ flight, sensor, project: ProjectID ?? undefined }, true)
              }
            />
            {selected === undefined ? null : (
              <LogPanel
                key={`${selected.SensorID} ${selected.ProjectID}`}
                flight={flight}
                log={selected}
                address={address}
                onChange={(change) => onAddress({ ...address, ...change }, true)}
                onDone={onDone}
              />
            )}
          </>
        );
      }}
    </Fetched>
  );
}
