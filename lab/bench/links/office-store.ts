import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { systemClock } from "../../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../../apps/server/src/platform/open-store.ts";
import { ROOT } from "../../../e2e/swath.ts";
import { OFFICE_ADDRESS } from "../../link/poor-link.ts";
import type { S3Bucket } from "../upload/peer-calls.ts";
import { storeAddresses } from "./orders.ts";

const PORT = 17_490;
const KEYS = { accessKey: "swath", secretKey: "swath-secret" } as const;
const REGION = "default";

/** A store of S3 at the office's end of a link. */
interface OfficeStore {
  /** What a Swath needs in its environment to use it. */
  readonly env: Readonly<Record<string, string>>;
  /** One of its buckets, for a peer. */
  readonly bucket: S3Bucket;
  stop(): void;
}

/** Starts Ceph at the address that the crew's end reaches. */
export async function startOfficeStore(place: string): Promise<OfficeStore> {
  const endpoint = `http://${OFFICE_ADDRESS}:${PORT}`;
  const env = {
    ...process.env,
    CEPH_BASE: join(place, "ceph"),
    CEPH_RGW_ADDRESS: OFFICE_ADDRESS,
    CEPH_RGW_PORT: String(PORT),
    S3_ACCESS_KEY: KEYS.accessKey,
    S3_SECRET_KEY: KEYS.secretKey,
  };
  const ceph = (word: string): void =>
    void execFileSync("bash", [join(ROOT, "tools/engines/ceph.sh"), word], { env, stdio: "pipe" });
  ceph("start");
  const name = "peer";
  const store = await openObjectStore(
    {
      kind: "s3",
      endpoint,
      region: REGION,
      ...KEYS,
      publicEndpoint: undefined,
      wireChecksum: "md5",
      postBucket: name,
      shownBuckets: [],
      corsOrigins: [],
    },
    systemClock,
  );
  await store.ensureBuckets([name]);
  return {
    env: {
      SWATH_STORE: "s3",
      S3_ENDPOINT: endpoint,
      S3_REGION: REGION,
      S3_ACCESS_KEY: KEYS.accessKey,
      S3_SECRET_KEY: KEYS.secretKey,
      S3_WIRE_CHECKSUM: "md5",
      SWATH_STORE_ADDRESSES: storeAddresses(PORT),
    },
    bucket: { address: `${endpoint}/${name}`, region: REGION, ...KEYS },
    stop: () => ceph("destroy"),
  };
}
