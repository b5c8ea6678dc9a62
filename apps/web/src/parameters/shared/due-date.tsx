import Box from "@mui/material/Box";
import { isDue } from "@swath/contract/calibrations";
import { utcMinute } from "../../ui/text/format.ts";
import { useNow } from "../../ui/use-environment.ts";

/** When the calibration is due again; red where it is (document 3, section 2.5). */
export function DueDate({ of }: { of: { readonly ScheduledExpiryDate: string | null } }) {
  const { ScheduledExpiryDate: due } = of;
  const now = useNow();
  if (due === null) return "–";
  if (!isDue(of, now)) return utcMinute(due);
  return (
    <Box component="span" sx={{ color: "error.main", fontWeight: 650 }}>
      {utcMinute(due)}
      <Box component="span" sx={{ display: "block", fontWeight: 450 }}>
        due
      </Box>
    </Box>
  );
}
