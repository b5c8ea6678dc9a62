import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { calibrationStatus } from "@swath/contract/calibrations";
import type { ReactNode } from "react";
import { usePageTitle } from "../../platform/config/config.ts";
import { ButtonLink } from "../../ui/links.tsx";
import { Detail, Details } from "../../ui/text/details.tsx";
import { TouchedFlights } from "./touched-flights.tsx";
import type { Parameter } from "./number-field.tsx";
import { PARAMETER_NAMES } from "../shared/parameter-names.ts";
import { PARAMETER_PAGES } from "../shared/parameter-pages.ts";
import type { ParameterKind, RecordOf } from "../shared/parameter-queries.ts";

interface RecordFrameProps<K extends ParameterKind> {
  readonly kind: K;
  readonly record: RecordOf[K];
  /** What is known of the record besides its numbers. */
  readonly about: ReactNode;
  readonly numbers: ReactNode;
}

/** A record of parameters, to be read: what it is of, its numbers, the flights that it is for. */
export function RecordFrame<K extends ParameterKind>(props: RecordFrameProps<K>) {
  const { kind, record, about, numbers } = props;
  const title = `${record.SensorName} in ${record.Aircraft}`;
  usePageTitle(title);
  return (
    <Box sx={{ p: 2, display: "grid", gap: 2, maxWidth: 1_500 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 2 }}>
        <Typography variant="h1">{title}</Typography>
        {calibrationStatus(record).editable ? (
          <ButtonLink
            variant="outlined"
            to={PARAMETER_PAGES[kind].edit}
            params={{ calibrationId: record._id }}
          >
            Edit
          </ButtonLink>
        ) : null}
      </Box>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 420px), 1fr))",
        }}
      >
        <Paper variant="outlined" sx={{ p: 2.5, display: "grid", gap: 2 }}>
          {about}
        </Paper>
        <Paper variant="outlined" sx={{ p: 2.5 }}>
          {numbers}
        </Paper>
        <Paper variant="outlined" sx={{ p: 2.5 }}>
          <TouchedFlights
            kind={kind}
            sensor={record.SensorName}
            aircraft={record.Aircraft}
            survey={record.SurveyDate}
            expiry={record.ExpiryDate}
            recordId={record._id}
          />
        </Paper>
      </Box>
    </Box>
  );
}

interface NumbersProps<N extends Parameter> {
  readonly names: readonly N[];
  readonly of: Readonly<Record<N, number | null>>;
  /** What stands below them. */
  readonly children?: ReactNode;
}

/** The numbers of a record with their units. */
export function Numbers<N extends Parameter>({ names, of, children }: NumbersProps<N>) {
  return (
    <Details>
      {names.map((name) => (
        <Detail key={name} name={PARAMETER_NAMES[name].label}>
          {of[name] === null ? "missing" : `${of[name]} ${PARAMETER_NAMES[name].unit}`}
        </Detail>
      ))}
      {children}
    </Details>
  );
}
