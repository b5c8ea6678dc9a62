/** One part of a file larger than this: 200 MB. */
export const PART_BYTES = 209_715_200;
/** Files are compressed in pieces of this many source bytes, one Zstandard frame each. */
export const PIECE_BYTES = 8_388_608;
export const ZSTD_LEVEL = 3;
/** A frame's bound above its source: ZSTD_compressBound plus the frame header, generously. */
export const zstdBound = (sourceBytes: number): number =>
  sourceBytes +
  Math.ceil(sourceBytes / 128) +
  1024 * Math.max(1, Math.ceil(sourceBytes / PIECE_BYTES));

/** Files below this many bytes travel together in a bundle. */
export const BUNDLED_BELOW_BYTES = 1_048_576;
/** A bundle closes at this many source bytes … */
export const BUNDLE_BYTES = 8_388_608;
/** … or at this many files. */
export const BUNDLE_FILES = 256;

export const MAX_COMPRESSION_WORKERS = 4;
export const MAX_CONCURRENT_READS = 2;
export const MAX_READY_BLOBS = 4;
export const BLOB_QUEUE_LIMIT = 8;
/** Posts of blobs smaller than this may overlap up to {@link MAX_SMALL_POSTS}. */
export const SMALL_BLOB_BYTES = 8_388_608;
export const MAX_SMALL_POSTS = 6;
/** Larger blobs overlap this much, so that a link that breaks loses little of what was under way … */
export const LARGE_POSTS_ON_SLOW_LINK = 2;
/** … until all posts together move so many bytes a second; then as the settings say. */
export const FAST_LINK_BYTES_PER_SECOND = 50_000_000;
export const UPLOAD_RETRIES = 2;
export const COMPRESSION_RETRIES = 3;
export const READ_ATTEMPTS = 3;
/** The integrity check sends missing parts again while its counter is at most this. */
export const INTEGRITY_RETRY_LIMIT = 2;

/** Longest path of a file in a manifest and longest object key, in UTF-8 bytes. */
export const MAX_KEY_BYTES = 1024;
export const MAX_MANIFEST_FILES = 200_000;
export const MAX_MANIFEST_BYTES = 67_108_864;

export const HEARTBEAT_MS = 10_000;
/** An active upload whose lease was not renewed for this long is stalled and frees its slot. */
export const LEASE_MS = 60_000;
export const QUEUE_POLL_MS = 10_000;
export const VALIDATION_POLL_MS = 5_000;
export const VALIDATION_FAILED_MS = 20_000;
export const CANCEL_REDIRECT_MS = 5_000;

export const POLL_FAST_MS = 5_000;
export const POLL_MODERATE_MS = 15_000;
export const POLL_SLOW_MS = 30_000;
export const SNACKBAR_MS = 4_000;
export const FADE_MS = 350;
export const FILTER_DEBOUNCE_MS = 1_000;
export const FLIGHT_PAGE_SIZE = 10;
export const HISTORY_PAGE_SIZE = 25;
/** The one file of a support issue: 20 MB. */
export const MAX_ATTACHMENT_BYTES = 20_971_520;
export const MAX_PAGE_SIZE = 200;

export const TOKEN_CHECK_MS = 600_000;
export const TOKEN_RENEW_WITHIN_S = 660;
export const TOKEN_RETRY_MS = 10_000;
export const TOKEN_RENEW_ATTEMPTS = 3;

/** Documents of this major version or lower count as legacy. */
export const LEGACY_DOCUMENT_VERSION = 3;
/** Data of documents of this version lies in the buckets of the system before. */
export const OLD_STORAGE_VERSION = 1.4;
