import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Divider from "@mui/material/Divider";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { formatBytes, plural } from "../../ui/text/format.ts";
import { NameList } from "../../ui/table/name-list.tsx";
import { type FileGroup, type FindingsStep, toggled } from "./review-plan.ts";

interface FileTypesProps {
  readonly groups: readonly FileGroup[];
  readonly onConfirm: (selected: ReadonlySet<string>) => void;
  readonly onCancel: () => void;
}

const TITLE = "Select new files to upload";

/** Selects the types of file that an update sends; at least one. */
export function FileTypesDialog({ groups, onConfirm, onCancel }: FileTypesProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const all = groups.length > 0 && selected.size === groups.length;
  const toggleAll = () => setSelected(all ? new Set() : new Set(groups.map(({ name }) => name)));
  return (
    <ModalDialog
      title={TITLE}
      width="xs"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="contained"
            disabled={selected.size === 0}
            onClick={() => onConfirm(selected)}
          >
            Confirm
          </Button>
        </>
      }
    >
      <Box component="fieldset" aria-label={TITLE} sx={{ border: 0, p: 0, m: 0 }}>
        <FormGroup>
          <FormControlLabel
            label="All"
            control={
              <Checkbox
                checked={all}
                indeterminate={selected.size > 0 && !all}
                onChange={toggleAll}
              />
            }
          />
          <Divider />
          {groups.map(({ name, files, bytes }) => (
            <FormControlLabel
              key={name}
              label={`${name} (${plural(files, "file")}, ${formatBytes(bytes)})`}
              control={
                <Checkbox
                  checked={selected.has(name)}
                  onChange={() => setSelected(toggled(selected, name))}
                />
              }
            />
          ))}
        </FormGroup>
      </Box>
    </ModalDialog>
  );
}

interface FindingsProps {
  readonly step: FindingsStep;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** One dialog of the review: what was found, with the files that it concerns. */
export function FindingsDialog({ step, onConfirm, onCancel }: FindingsProps) {
  return (
    <ModalDialog
      title={step.title}
      width="md"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel} variant={step.blocks ? "contained" : "text"}>
            {step.blocks ? "Close" : step.cancel}
          </Button>
          {!step.blocks && (
            // The next question may stand in the same place: a double click answers one of them.
            <Button onClick={({ detail }) => detail < 2 && onConfirm()} variant="contained">
              {step.confirm}
            </Button>
          )}
        </>
      }
    >
      <Stack spacing={2}>
        <Alert severity={step.blocks ? "error" : "warning"}>{step.message}</Alert>
        {step.rules.map(({ id, message, files, reasons }) => (
          <section key={id}>
            <Typography sx={{ fontWeight: 600, mb: files.length === 0 ? 0 : 0.5 }}>
              {message}
              {files.length > 1 && (
                <Typography component="span" color="textSecondary">
                  {` (${plural(files.length, "name")})`}
                </Typography>
              )}
            </Typography>
            {files.length > 0 && (
              <NameList names={firstOf(files, step.shown)} notes={reasons} label={message} />
            )}
          </section>
        ))}
      </Stack>
    </ModalDialog>
  );
}

/** All names, or the first few and '...' for the others. */
function firstOf(names: readonly string[], shown = names.length): readonly string[] {
  return names.length <= shown ? names : [...names.slice(0, shown), "..."];
}
