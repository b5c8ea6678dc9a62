import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { coldText, MAX_RESTORE_DAYS, type RestoreTier } from "@swath/contract/cold";
import { useState } from "react";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { utcMinute } from "../../ui/text/format.ts";
import { useNow } from "../../ui/use-environment.ts";
import { type OfFlight, type RestoreChoice, useRestore } from "./cold-queries.ts";

const TIERS: readonly (readonly [RestoreTier, string])[] = [
  [/* code */ "Standard", /* text */ "Standard: sooner"],
  [/* code */ "Bulk", "Bulk: later, and cheaper"],
];
const DAYS = 7;

interface RestoreDialogProps extends OfFlight {
  /** The coldest of what is to be restored. */
  readonly storageClass: string | null;
  readonly onClose: () => void;
}

/** Asks for how many days a flight, or a part of it, is to be restored, and how fast. */
export function RestoreDialog({ storageClass, onClose, ...of }: RestoreDialogProps) {
  const { flightId, place } = of;
  const [days, setDays] = useState(String(DAYS));
  const [tier, setTier] = useState<RestoreTier>("Standard");
  const now = useNow();
  const restore = useRestore(of);
  const count = Number(days);
  const isValid = Number.isInteger(count) && count >= 1 && count <= MAX_RESTORE_DAYS;
  const facts = { state: "restoring", since: now.toISOString(), until: null } as const;
  const choice: RestoreChoice = { days: count, tier };
  return (
    <ModalDialog
      title="Restore from cold storage"
      about={place?.prefix ?? flightId}
      onClose={onClose}
      onSubmit={() => {
        if (isValid) restore.mutate(choice, { onSuccess: onClose });
      }}
      contentSx={{ display: "grid", gap: 2 }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" loading={restore.isPending} disabled={!isValid}>
            Restore
          </Button>
        </>
      }
    >
      <DialogContentText>
        The store charges for what it restores, and for keeping it. When all of it can be read, you
        get news of it.
      </DialogContentText>
      <TextField
        label="Days for which it can be read"
        value={days}
        required
        error={!isValid}
        helperText={isValid ? undefined : `A whole number from 1 to ${MAX_RESTORE_DAYS}`}
        onChange={({ target }) => setDays(target.value)}
        slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "off", maxLength: 3 } }}
      />
      <TextField
        select
        label="Speed"
        value={tier}
        onChange={({ target }) => setTier(target.value as RestoreTier)}
        helperText={coldText({ ...facts, storageClass, tier }, now.getTime(), utcMinute)}
        // Within the dialog's own layer the menu would be cut off.
        slotProps={{ select: { MenuProps: { container: () => document.body } } }}
      >
        {TIERS.map(([name, label]) => (
          <MenuItem key={name} value={name}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {restore.isError && <Alert severity="error">{restore.error.message}</Alert>}
    </ModalDialog>
  );
}
