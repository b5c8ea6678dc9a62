import LockOutlined from "@mui/icons-material/LockOutlined";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";

/** For users whose groups open no area of this release, or not the one at this address. */
export function NoAreaPage() {
  usePageTitle("No area");
  const processingOnly = useIdentity().roles.includes("processingOnly");
  const title = processingOnly
    ? "Your account is for processing only"
    : "This area is not open to you";
  return (
    <Notice level={1} Icon={LockOutlined} title={title}>
      {processingOnly
        ? "Flights and uploads are not open to the processing-only group. If you need to see or upload flights, please contact your Team Leader to assign required privileges."
        : "Please contact your Team Leader to assign required privileges."}
    </Notice>
  );
}
