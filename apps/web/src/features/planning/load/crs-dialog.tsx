import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useId, useState } from "react";
import { ModalDialog } from "../../../ui/dialog/modal-dialog.tsx";

/** A coordinate system that a shapefile may be in. */
export interface CrsChoice {
  readonly code: number;
  readonly name: string;
}

interface CrsDialogProps {
  readonly file: string;
  readonly choices: readonly CrsChoice[];
  readonly onChosen: (code: number) => void;
  readonly onCancel: () => void;
}

/** Asks in which coordinate system a shapefile without .prj is: it is never assumed. */
export function CrsDialog({ file, choices, onChosen, onCancel }: CrsDialogProps) {
  const [code, setCode] = useState<number>();
  const textId = useId();
  return (
    <ModalDialog
      title="Which coordinate system?"
      about={file}
      width="sm"
      describedBy={textId}
      onClose={onCancel}
      onSubmit={() => {
        if (code !== undefined) onChosen(code);
      }}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={code === undefined}>
            Load
          </Button>
        </>
      }
    >
      <DialogContentText id={textId} sx={{ mb: 1 }}>
        This shapefile has no .prj file, which would say it. By the extent of its coordinates it may
        be one of these; without the right one everything is drawn in the wrong place.
      </DialogContentText>
      <RadioGroup
        aria-label="Coordinate system"
        value={code ?? ""}
        onChange={(_event, value) => setCode(Number(value))}
      >
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.code}
            value={choice.code}
            control={<Radio size="small" sx={{ py: 0.25 }} />}
            label={`${choice.name} (EPSG:${choice.code})`}
          />
        ))}
      </RadioGroup>
    </ModalDialog>
  );
}
