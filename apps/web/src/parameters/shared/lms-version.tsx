import Box from "@mui/material/Box";

interface LMSVersionProps {
  readonly of: { readonly LMSVersion: string | null };
  /** '' where it is not known. */
  readonly current: string;
}

/** Whether a record is of another LMS version than the current one (document 3, section 2.3). */
export const isOtherVersion = ({ of, current }: LMSVersionProps): boolean =>
  current !== "" && of.LMSVersion !== current;

/** The LMS version of a record; red where it is not the current one (document 3, section 2.5). */
export function LMSVersion({ of, current }: LMSVersionProps) {
  const version = of.LMSVersion ?? "none";
  if (!isOtherVersion({ of, current })) return version;
  return (
    <Box component="span" sx={{ color: "error.main", fontWeight: 650 }}>
      {version}
      <Box component="span" sx={{ display: "block", fontWeight: 450 }}>
        not current
      </Box>
    </Box>
  );
}
