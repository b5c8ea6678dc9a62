import ExpandMore from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { CheckList } from "./check-list.tsx";
import { codeOf, type CustomForm } from "./custom-form.ts";
import { type CustomAddress, isOpen, opened, TIME_LENGTH } from "./custom-address.ts";

interface FilesQuery {
  readonly data: readonly string[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface SectionProps {
  readonly address: CustomAddress;
  readonly form: CustomForm;
  readonly query: FilesQuery;
  readonly onChange: (change: Partial<CustomAddress>) => void;
}

interface FrameProps {
  readonly title: string;
  /** The choice, visible while the section is closed too. */
  readonly summary: string;
  readonly open: boolean;
  readonly disabled?: boolean;
  readonly onOpen: (on: boolean) => void;
  readonly children: ReactNode;
}

function Frame({ title, summary, open, disabled = false, onOpen, children }: FrameProps) {
  const id = useId();
  return (
    <Accordion
      variant="outlined"
      disableGutters
      expanded={open && !disabled}
      disabled={disabled}
      onChange={(_, on) => onOpen(on)}
      slotProps={{ heading: { component: "h3" } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />} id={id} aria-controls={`${id}-files`}>
        <Typography component="span" sx={{ fontWeight: 650, mr: 2 }}>
          {title}
        </Typography>
        <Typography component="span" sx={{ color: "text.secondary" }}>
          {summary}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ display: "grid", gap: 2 }}>{children}</AccordionDetails>
    </Accordion>
  );
}

function chosenOf(chosen: ReadonlySet<string>, { data }: FilesQuery, isUsed: boolean): string {
  if (data === undefined) return "";
  if (chosen.size > 0) return `${chosen.size} of ${data.length} files`;
  return isUsed ? "" : /* text */ "all files";
}

const Fault = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : <Alert severity="error">{text}</Alert>;

/** Custom GPS: which files, and which seconds of the week (document 3, section 2.7). */
export function GPSSection({ address, form, query, onChange }: SectionProps) {
  const { faults, gpsFiles } = form;
  const hasTimes = address.start !== undefined || address.end !== undefined;
  return (
    <Frame
      title="Custom GPS"
      summary={[
        chosenOf(gpsFiles, query, isOpen(address, "gps")),
        hasTimes ? /* text */ "times set" : "",
      ]
        .filter((words) => words !== "")
        .join(", ")}
      open={isOpen(address, "gps")}
      onOpen={(on) => onChange(opened(address, "gps", on))}
    >
      <Files
        query={query}
        label="GPS files"
        none="This sensor log has no GPS files."
        chosen={gpsFiles}
        onCode={(gps) => onChange({ gps })}
      />
      <Fault text={query.data?.length === 0 ? undefined : faults.gpsFiles} />
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { sm: "1fr 1fr" } }}>
        {(
          [
            [
              "start",
              "Start time",
              "Seconds of the GPS week, 0 to 604800; from the first unless given",
            ],
            ["end", "End time", "Seconds of the GPS week, 0 to 604800; to the last unless given"],
          ] as const
        ).map(([field, label, help]) => (
          <TextField
            key={field}
            size="small"
            label={label}
            value={address[field] ?? ""}
            error={faults[field] !== undefined}
            helperText={faults[field] ?? help}
            onChange={({ target }) =>
              onChange({ [field]: target.value === "" ? undefined : target.value })
            }
            slotProps={{
              htmlInput: { inputMode: "decimal", autoComplete: "off", maxLength: TIME_LENGTH },
            }}
          />
        ))}
      </Box>
    </Frame>
  );
}

/** Custom LMS: which range files; none for EO only. */
export function LMSSection({ address, form, query, onChange }: SectionProps) {
  const { faults, rangeFiles, eoOnly } = form;
  return (
    <Frame
      title="Custom LMS"
      summary={eoOnly ? "not for EO only" : chosenOf(rangeFiles, query, isOpen(address, "lms"))}
      open={isOpen(address, "lms")}
      disabled={eoOnly}
      onOpen={(on) => onChange(opened(address, "lms", on))}
    >
      <Files
        query={query}
        label="Range files"
        none="This sensor log has no range files."
        chosen={rangeFiles}
        onCode={(range) => onChange({ range })}
      />
      <Fault text={query.data?.length === 0 ? undefined : faults.rangeFiles} />
    </Frame>
  );
}

interface FilesProps {
  readonly query: FilesQuery;
  readonly label: string;
  /** The text without files. */
  readonly none: string;
  readonly chosen: ReadonlySet<string>;
  readonly onCode: (code: string | undefined) => void;
}

function Files({ query, label, none, chosen, onCode }: FilesProps) {
  return (
    <Fetched query={query} loading={`Loading ${label}...`} failed={`${label} could not be loaded`}>
      {(names) =>
        names.length === 0 ? (
          <Alert severity="info">{none}</Alert>
        ) : (
          <CheckList
            label={label}
            names={names}
            chosen={chosen}
            onChosen={(next) => onCode(codeOf(names, next))}
          />
        )
      }
    </Fetched>
  );
}
