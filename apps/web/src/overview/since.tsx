import Box from "@mui/material/Box";
import { utcMinute } from "../ui/text/format.ts";
import { ageText, isOlder } from "./words.ts";

interface SinceProps {
  readonly since: string;
  /** The server's time. */
  readonly at: string;
  /** From so many days on it is late, and says so. */
  readonly lateDays?: number;
}

/** Since when something stands so, and whether that is too long. */
export function Since({ since, at, lateDays }: SinceProps) {
  const isLate = lateDays !== undefined && isOlder(since, at, lateDays);
  return (
    <Box
      component="time"
      dateTime={since}
      title={`Since ${utcMinute(since)}`}
      sx={{
        whiteSpace: "nowrap",
        fontVariantNumeric: "tabular-nums",
        color: isLate ? "error.main" : "text.secondary",
        fontWeight: isLate ? 650 : 400,
      }}
    >
      {ageText(since, at)}
      {isLate ? ", late" : ""}
    </Box>
  );
}
