import LockOutlined from "@mui/icons-material/LockOutlined";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";

/** For users whose groups open no area of this release, or not the one at this address. */
export function NoAreaPage() {
  usePageTitle("No area");
  const processingOnly = useIdentity().roles.includes("processingOnly");
  if (!processingOnly)
    return (
      <Notice
        level={1}
        icon={<LockOutlined fontSize="inherit" />}
        title="This area is not open to you"
      >
        Please contact your Team Leader to assign required privileges.
      </Notice>
    );
  return (
    <Notice
      level={1}
      icon={<LockOutlined fontSize="inherit" />}
      title="Your account is for processing only"
    >
      Flights and uploads are not open to the processing-only group, and this release has no
      processing area. If you need to see or upload flights, please contact your Team Leader to
      assign required privileges.
    </Notice>
  );
}
