import Box from "@mui/material/Box";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { Processing, SensorLog } from "@swath/contract/processing";
import { useId } from "react";
import { useApi } from "../../platform/api/api.ts";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import type { CustomAddress } from "./custom-address.ts";
import { type CustomForm, customForm } from "./custom-form.ts";
import { logFilesQuery, templatesQuery } from "./custom-queries.ts";
import { GPSSection, LMSSection } from "./file-sections.tsx";
import { SubmitPanel, useCustomSubmit } from "./submit-panel.tsx";
import { Explained } from "../../ui/glossary/explained.tsx";
import { PaddedPaper } from "../../ui/page/padded-paper.tsx";

interface LogPanelProps {
  readonly flight: string;
  readonly log: SensorLog;
  readonly address: CustomAddress;
  readonly onChange: (change: Partial<CustomAddress>) => void;
  readonly onDone: (made: Processing) => void;
}

/** The form for the selected sensor log. */
export function LogPanel({ flight, log, address, onChange, onDone }: LogPanelProps) {
  const api = useApi();
  const templates = useQuery(templatesQuery(api));
  const gps = useQuery(logFilesQuery(api, "gps", flight, log.SensorID));
  const range = useQuery(logFilesQuery(api, "range", flight, log.SensorID));
  const files = { gps: gps.data, range: range.data };
  const form = customForm(address, log, files, templates.data ?? []);
  const submission = useCustomSubmit(flight, form.body, onDone);
  const section = { address, form, onChange };
  const titleId = useId();
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{
        display: "grid",
        gap: 2,
        alignItems: "start",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 3fr) minmax(0, 2fr)" },
      }}
    >
      <PaddedPaper>
        <Typography id={titleId} variant="h2">
          {log.SensorID} for {log.ProjectID ?? "no project"}
        </Typography>
        <Fetched
          query={templates}
          loading="Loading templates..."
          failed="The processing templates could not be loaded"
        >
          {(all) => (
            <TemplateField
              names={all.filter(({ Area }) => Area === "ip").map(({ Name }) => Name)}
              form={form}
              onChange={(template) => onChange({ template })}
            />
          )}
        </Fetched>
        <KindField
          eoOnly={form.eoOnly}
          onChange={(eo) => onChange({ eo: eo ? true : undefined })}
        />
        <div>
          <GPSSection {...section} query={gps} />
          <LMSSection {...section} query={range} />
        </div>
      </PaddedPaper>
      <SubmitPanel form={form} submission={submission} />
    </Box>
  );
}

interface TemplateFieldProps {
  readonly names: readonly string[];
  readonly form: CustomForm;
  readonly onChange: (template: string) => void;
}

function TemplateField({ names, form, onChange }: TemplateFieldProps) {
  const { template, eoOnly, faults } = form;
  const listed = template === "" || names.includes(template) ? names : [template, ...names];
  return (
    <TextField
      select
      size="small"
      label="Processing Template"
      value={template}
      error={faults.template !== undefined}
      helperText={
        faults.template ??
        (eoOnly
          ? "Of its name the part before the first hyphen is processed by"
          : "The project's, or another")
      }
      onChange={({ target }) => onChange(target.value)}
      sx={{ maxWidth: 420 }}
    >
      {listed.map((name) => (
        <MenuItem key={name} value={name}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

const KINDS = { lidar: "LiDAR Processing", eo: "Imagery EO Processing Only" } as const;

function KindField({ eoOnly, onChange }: { eoOnly: boolean; onChange: (eo: boolean) => void }) {
  const labelId = useId();
  return (
    <FormControl>
      <FormLabel id={labelId}>Processing</FormLabel>
      <RadioGroup
        row
        aria-labelledby={labelId}
        value={eoOnly ? "eo" : "lidar"}
        onChange={(_, value) => onChange(value === "eo")}
      >
        {Object.entries(KINDS).map(([value, label]) => (
          <FormControlLabel
            key={value}
            value={value}
            label={<Explained text={label} />}
            control={<Radio size="small" />}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
