import type { SavedProfile } from "@swath/contract/processing";

/** A profile that its reader may delete, compared with an earlier attempt. */
export const savedProfile = (given: Partial<SavedProfile> = {}): SavedProfile => ({
  id: "fedcba9876543210fedcba98",
  processingId: "e334a0bda04947859e512fc2",
  job: "ICP2_MineIP1",
  attempt: 2,
  name: "Road <b>north</b>",
  view: "profile=400010%2C6400050%2C400090%2C6400050&width=300&compare=e334a0bda04947859e512fc2~ICP2_MineIP1~1",
  hasPicture: true,
  by: "Rita Reviewer",
  at: "2026-03-20T10:00:00.000Z",
  mayDelete: true,
  ...given,
});
