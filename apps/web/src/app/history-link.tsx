import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import { may } from "@swath/contract/identity";
import { useIdentity } from "../platform/session/session-context.tsx";
import { ButtonLink } from "../ui/links.tsx";

/** The way to a flight's history, for those who may see it. */
export function HistoryLink({ flightId }: { flightId: string }) {
  const { roles } = useIdentity();
  if (!may(roles, "readHistory")) return null;
  return (
    <ButtonLink to="/post/$flightId/history" params={{ flightId }} startIcon={<HistoryOutlined />}>
      History
    </ButtonLink>
  );
}
