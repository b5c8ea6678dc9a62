import Alert from "@mui/material/Alert";
import { useOnline } from "../../platform/online.ts";

/** Says so while there is no network. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <output>
      {online ? null : (
        <Alert severity="warning" square>
          You are offline. What you see may be out of date; it loads again when the network is back.
        </Alert>
      )}
    </output>
  );
}
