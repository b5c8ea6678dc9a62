import type { CloudFinding } from "@swath/contract/processing";

/** An open finding with an answer. */
export const cloudFinding = (given: Partial<CloudFinding> = {}): CloudFinding => ({
  id: "0123456789abcdef01234567",
  processingId: "e334a0bda04947859e512fc2",
  flightId: "FL000101",
  job: "ICP2_MineIP1",
  attempt: 2,
  kind: "heightStep",
  words: "0.10 m <b>too high</b>",
  place: { x: 400_050, y: 6_400_050, z: 61, epsg: 32_755, longitude: 146, latitude: -32 },
  line: 2,
  view: "profile=400010%2C6400050%2C400090%2C6400050&width=300",
  hasPicture: false,
  by: "Rita Reviewer",
  at: "2026-03-20T10:00:00.000Z",
  closed: false,
  answers: [{ words: "is flown again", closes: false, by: "Olga", at: "2026-03-21T10:00:00.000Z" }],
  ...given,
});
